import { crc32, deflateSync } from "node:zlib";
import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import encodeQR from "qr";

/** An SVG has up to 100 kB. */
const maxPictures = 200;

/** Drawing a picture takes ten milliseconds of this node's time, so that pictures are kept. */
export const qrSvg = kept((text) => encodeQR(text, "svg", { border: 4, scale: 8, ecc: "medium" }));
export const qrPng = kept(drawPng);

function kept<Picture>(draw: (text: string) => Picture): (text: string) => Picture {
  const pictures = new BoundedMap<string, Picture>(maxPictures);
  return (text) => {
    const picture = pictures.get(text) ?? draw(text);
    pictures.set(text, picture);
    return picture;
  };
}

/** At least ten centimetres wide at 300 dots an inch, for posters. */
const minWidth = 1200;
const dotsPerMetre = 11_811;

/** Black and white, one bit a pixel. */
function drawPng(text: string): Buffer {
  const rows = encodeQR(text, "raw", { border: 4, scale: 1, ecc: "medium" });
  const scale = Math.ceil(minWidth / rows.length);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(rows.length * scale, 0);
  header.writeUInt32BE(rows.length * scale, 4);
  header[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const lines = rows.flatMap((row) => Array<Buffer>(scale).fill(scanline(row.flatMap((dot) => dots(dot, scale)))));
  const pixels = deflateSync(Buffer.concat(lines));
  const chunks = [
    chunk("IHDR", header),
    chunk("pHYs", density()),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...chunks]);
}

const dots = (isDark: boolean, scale: number) => Array<boolean>(scale).fill(isDark);

/** Programs that print take the size from it. */
function density(): Buffer {
  const data = Buffer.alloc(9, 1);
  data.writeUInt32BE(dotsPerMetre, 0);
  data.writeUInt32BE(dotsPerMetre, 4);
  return data;
}

/** A filter byte, then the row's pixels; a set bit is white. */
function scanline(row: boolean[]): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(row.length / 8));
  row.forEach((isDark, x) => {
    if (!isDark) line[1 + (x >> 3)] = (line[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  });
  return line;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
