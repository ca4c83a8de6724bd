/** A file's bytes in base64. In pieces, because a call takes only so many arguments. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let start = 0; start < bytes.length; start += pieceLength)
    binary += String.fromCharCode(...bytes.subarray(start, start + pieceLength));
  return btoa(binary);
}

const pieceLength = 32_768;
