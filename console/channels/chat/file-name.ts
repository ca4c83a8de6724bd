/** The name of a file in an address, as people read it. */
export function fileName(url: string): string {
  return decodeSafely(url.split(/[?#]/)[0]?.split("/").at(-1) ?? "");
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
