import { crc32, deflateSync } from "node:zlib";

/** A real PNG of one colour. `declared` writes another size into its head than it has. */
export function aPng(
  { width = 2, height = 2, color = [255, 0, 0] as [number, number, number] } = {},
  declared: { width: number; height: number } = { width, height },
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(declared.width, 0);
  head.writeUInt32BE(declared.height, 4);
  head.set([8, 2], 8);
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(color))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

export const aPdf = Buffer.from("%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n");
export const aPage = Buffer.from("<!doctype html><script>document.title = 'ran'</script>");
export const aDrawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>');

/** The head of a video; the rest is zeros. */
export function aVideo(bytes = 5000): Buffer {
  const file = Buffer.alloc(bytes);
  file.writeUInt32BE(24, 0);
  file.write("ftypisom", 4, "latin1");
  return file;
}
