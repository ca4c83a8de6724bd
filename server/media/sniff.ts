/** The bytes that `sniff` needs, if the file has as many. Office files name their parts in the first kilobytes. */
export const sniffedBytes = 8192;

/**
 * The content type of a file by its first bytes: one of `mediaTypes`, or `markup` for HTML, SVG and XML. Undefined if
 * it is none of them.
 */
export function sniff(head: Buffer): string | "markup" | undefined {
  return signatures.find(([, matches]) => matches(head))?.[0] ?? brandOf(head) ?? zipOf(head) ?? textOf(head);
}

type Signature = [contentType: string, matches: (head: Buffer) => boolean];

const startsWith = (...bytes: number[]) => {
  const start = Buffer.from(bytes);
  return (head: Buffer) => head.subarray(0, start.length).equals(start);
};
const asciiAt = (head: Buffer, at: number, text: string) => head.toString("latin1", at, at + text.length) === text;

const signatures: Signature[] = [
  ["image/jpeg", startsWith(0xff, 0xd8, 0xff)],
  ["image/png", startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ["image/gif", (head) => asciiAt(head, 0, "GIF87a") || asciiAt(head, 0, "GIF89a")],
  ["image/webp", (head) => asciiAt(head, 0, "RIFF") && asciiAt(head, 8, "WEBP")],
  ["audio/wav", (head) => asciiAt(head, 0, "RIFF") && asciiAt(head, 8, "WAVE")],
  ["video/webm", (head) => startsWith(0x1a, 0x45, 0xdf, 0xa3)(head) && head.subarray(0, 64).includes("webm")],
  ["audio/ogg", (head) => asciiAt(head, 0, "OggS")],
  ["audio/amr", (head) => asciiAt(head, 0, "#!AMR")],
  ["audio/mpeg", (head) => asciiAt(head, 0, "ID3") || isMpegFrame(head)],
  ["audio/aac", (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0],
  ["application/pdf", (head) => asciiAt(head, 0, "%PDF-")],
  ["application/x-ole", startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
];

/** The header of a frame of layer III: a sync word, a bit rate and a sample rate that exist. */
function isMpegFrame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  return first === 0xff && (second & 0xe6) === 0xe2 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
}

/** MP4 and its relatives name their brand in the first box. */
function brandOf(head: Buffer): string | undefined {
  if (!asciiAt(head, 4, "ftyp")) return undefined;
  const brand = head.toString("latin1", 8, 12);
  if (brand.startsWith("M4A") || brand.startsWith("M4B")) return "audio/mp4";
  if (brand === "qt  ") return "video/quicktime";
  if (brand.startsWith("3g")) return "video/3gpp";
  return /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV|mmp4)/.test(brand) ? "video/mp4" : undefined;
}

const office = "application/vnd.openxmlformats-officedocument";

/** Office files are ZIP archives with a folder of their own. */
function zipOf(head: Buffer): string | undefined {
  if (!startsWith(0x50, 0x4b, 0x03, 0x04)(head) && !startsWith(0x50, 0x4b, 0x05, 0x06)(head)) return undefined;
  const isOffice = head.includes("[Content_Types].xml") || head.includes("_rels/.rels");
  if (isOffice && head.includes("word/")) return `${office}.wordprocessingml.document`;
  if (isOffice && head.includes("xl/")) return `${office}.spreadsheetml.sheet`;
  if (isOffice && head.includes("ppt/")) return `${office}.presentationml.presentation`;
  return "application/zip";
}

/** UTF-8 without control characters is text. Text that a browser could take for a page or a picture with scripts is not. */
function textOf(head: Buffer): "text/plain" | "markup" | undefined {
  // The last character may be cut.
  const text = new TextDecoder("utf-8", { fatal: true });
  try {
    const read = text.decode(head, { stream: true });
    if (/^\s*(<\?xml|<!doctype|<!--|<[a-z])/i.test(read) || /<(html|script|svg|body|iframe)\b/i.test(read)) {
      return "markup";
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters tell binary files from text
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(read) ? undefined : "text/plain";
  } catch {
    return undefined;
  }
}
