import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";

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
/** A ZIP archive. Its files are stored as they are, or packed. */
export function aZip(files: Record<string, string>, { packed = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const title = Buffer.from(name);
    const bytes = packed ? deflateRawSync(content) : Buffer.from(content);
    const local = Buffer.alloc(30);
    local.write("PK\x03\x04", "latin1");
    local.writeUInt16LE(packed ? 8 : 0, 8);
    local.writeUInt32LE(bytes.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.write("PK\x01\x02", "latin1");
    entry.writeUInt16LE(packed ? 8 : 0, 10);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, title, bytes);
    entries.push(entry, title);
    offset += local.length + title.length + bytes.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length / 2, 8);
  end.writeUInt16LE(entries.length / 2, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** A Word document: a heading in the author's own style, a text in two runs, and a table. */
export function aDocx(): Buffer {
  const text = (words: string, style = "") => `<w:p>${style}<w:r><w:t>${words}</w:t></w:r></w:p>`;
  const cell = (words: string) => `<w:tc>${text(words)}</w:tc>`;
  return aZip({
    "[Content_Types].xml": "<Types/>",
    "word/styles.xml": `<w:styles><w:style w:styleId="Muc1"><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>`,
    "word/document.xml": `<w:document><w:body>${text("Đổi trả", '<w:pPr><w:pStyle w:val="Muc1"/></w:pPr>')}
      <w:p><w:r><w:t xml:space="preserve">Trong vòng </w:t></w:r><w:r><w:t>30 ngày &amp; miễn phí.</w:t></w:r></w:p>
      <w:tbl><w:tr>${cell("Áo")}${cell("7 ngày")}</w:tr></w:tbl></w:body></w:document>`,
  });
}

const lines = [
  "BT /F1 20 Tf 50 700 Td (Delivery times) Tj ET",
  "BT /F1 10 Tf 50 670 Td (Parcels arrive within two to three) Tj ET",
  "BT /F1 10 Tf 50 658 Td (working days in Hanoi.) Tj ET",
].join("\n");

/** A PDF with a heading in large letters and two lines of text below it. A document of many has this one again and again. */
export const aTextPdf = ({ pages = 1 } = {}): Buffer => pdfOf(Buffer.from(lines), { pages });

/** A PDF of some megabytes whose only page unpacks to so many gigabytes of blanks. */
export function aPdfBomb({ gigabytes }: { gigabytes: number }): Buffer {
  const blanks = Buffer.alloc(64 * 1024 * 1024, " ");
  // A piece that ends with a full flush does not look back: it can be repeated.
  const piece = deflateRawSync(blanks, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array.from({ length: gigabytes * 16 }, () => piece);
  return pdfOf(Buffer.concat([Buffer.from([0x78, 0xda]), ...pieces]), { filter: "/Filter /FlateDecode" });
}

function pdfOf(content: Buffer, { pages = 1, filter = "" }): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${"3 0 R ".repeat(pages)}] /Count ${pages} >>`,
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} ${filter} >>\nstream\n${content.toString("latin1")}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 6\n0000000000 65535 f \n${table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
