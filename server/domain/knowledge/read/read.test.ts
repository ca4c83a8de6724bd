import assert from "node:assert/strict";
import { test } from "node:test";
import { cutPassages } from "@banter/core/knowledge/cut.ts";
import { atEnd } from "@banter/core/test/at-end.ts";
import { aDocx, aTextPdf, aZip } from "../../../test/sample-files.ts";
import type { DocumentFile } from "./document.ts";
import { readHtml } from "./html.ts";
import { readDocument } from "./read-document.ts";
import { openReader } from "./reader.ts";

const read = async (type: DocumentFile["type"], bytes: string | Buffer) =>
  (await readDocument({ type, bytes: Buffer.from(bytes) })).passages;

test("Markdown loses its signs, not its words", async () => {
  const text = `---
title: x
---
# Shop

We are **open** at \`nine\`, see [the map](https://map.example/(old)).
**Not *ever* closed**, ~~gone~~ and **not
<!-- not this -->
Old style
---------
| day | hours |
|---|---|
| Monday | 9–17 |
`;

  assert.deepEqual(await read("markdown", text), [
    { heading: "Shop", text: "We are open at nine, see the map.\nNot ever closed, gone and **not" },
    { heading: "Shop › Old style", text: "day | hours\nMonday | 9–17" },
  ]);
});

test("a CSV file has a question and its answer in each row", async () => {
  assert.deepEqual(await read("csv", 'Câu hỏi,Trả lời\n"Mở cửa, mấy giờ?",9 giờ\nThiếu,\n'), [
    { heading: "Mở cửa, mấy giờ?", text: "9 giờ" },
  ]);
});

test("a Word document has headings by its styles, texts and tables", async () => {
  assert.deepEqual(await read("docx", aDocx()), [
    { heading: "Đổi trả", text: "Trong vòng 30 ngày & miễn phí.\nÁo | 7 ngày" },
  ]);
});

test("a PDF has headings by their height, and pages", async () => {
  assert.deepEqual(await read("pdf", aTextPdf()), [
    { heading: "Delivery times", text: "Parcels arrive within two to three working days in Hanoi.", page: 1 },
  ]);
});

test("a web page has its main part, without menus and scripts", () => {
  const long = "Ăn tối từ 18 giờ. ".repeat(20).trim();
  const { blocks, links, mayFollow } = readHtml(`<title>Quán</title><nav><a href="/menu">Menu</a></nav>
    <script>alert(1)</script><main><h2>Giờ&nbsp;mở cửa</h2><p>${long}<br>Chủ nhật nghỉ.</p>
    <a rel="nofollow" href="/out">x</a></main><footer>©</footer>`);

  assert.deepEqual(cutPassages(blocks), [{ heading: "Quán › Giờ mở cửa", text: `${long}\nChủ nhật nghỉ.\nx` }]);
  assert.deepEqual([links, mayFollow], [["/menu"], true]);
  assert.equal(readHtml('<meta name="robots" content="noindex, nofollow">').mayKeep, false);
});

test("a file that cannot be read is refused with the reason, and the reader goes on", async (t) => {
  const reader = openReader();
  atEnd(t, () => reader.close());
  const refused = (file: Omit<DocumentFile, "bytes"> & { bytes: Buffer }, reason: string) =>
    assert.rejects(reader.read(file), { name: "Unreadable", reason });

  await refused({ type: "pdf", bytes: Buffer.from("%PDF-1.4 nothing") }, "damaged");
  await refused({ type: "docx", bytes: Buffer.from("PK") }, "damaged");
  await refused({ type: "docx", bytes: aZip({ "other.xml": "" }) }, "damaged");
  await refused({ type: "text", bytes: Buffer.from([0xc3, 0x28, 0xff]) }, "not_text");
  await refused({ type: "markdown", bytes: Buffer.from(" \n ") }, "no_text");
  await assert.rejects(reader.read({ type: "csv", bytes: Buffer.from('a,"b') }), { code: "invalid_field" });
  const { passages } = await reader.read({ type: "text", bytes: Buffer.from("One\n\nTwo") });
  assert.deepEqual(passages, [{ heading: "", text: "One\nTwo" }]);
});
