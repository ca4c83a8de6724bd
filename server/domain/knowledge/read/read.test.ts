import assert from "node:assert/strict";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import { cutPassages } from "@banter/core/knowledge/cut.ts";
import { maxFileBytes } from "@banter/core/knowledge/source.ts";
import { atEnd } from "@banter/core/test/at-end.ts";
import { aDocx, aPdfBomb, aTextPdf, aZip } from "../../../test/sample-files.ts";
import type { DocumentFile } from "./document.ts";
import { readHtml } from "./html.ts";
import { readDocument } from "./read-document.ts";
import { checkForPlace, openReader } from "./reader.ts";

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

test("a file that unpacks to gigabytes is refused before it takes them, and the reader goes on", async (t) => {
  const reader = openReader();
  atEnd(t, () => reader.close());
  const before = process.resourceUsage().maxRSS;
  const word = aZip({ "word/document.xml": " ".repeat(80 * 1024 * 1024) }, { packed: true });
  await assert.rejects(reader.read({ type: "docx", bytes: word }), { reason: "damaged" });

  const bomb = aPdfBomb({ gigabytes: 8 });
  assert.ok(bomb.length < maxFileBytes);
  await assert.rejects(reader.read({ type: "pdf", bytes: bomb }), { reason: "too_long" });

  // Kilobytes: a buffer that grows is copied to one of twice its length.
  const grown = process.resourceUsage().maxRSS - before;
  assert.ok(grown < 2 * 1024 * 1024, String(grown));
  const { passages } = await reader.read({ type: "text", bytes: Buffer.from("One") });
  assert.deepEqual(passages, [{ heading: "", text: "One" }]);
});

test("a file of more pages than anybody reads is refused", async () => {
  await assert.rejects(read("pdf", aTextPdf({ pages: 1001 })), { name: "Unreadable", reason: "too_long" });
});

test("a file is refused while too many others wait to be read", async () => {
  const readers = Array.from({ length: 12 }, () => openReader());
  const reading = readers.map((reader) => reader.read({ type: "text", bytes: Buffer.from("Hello") }));

  assert.throws(checkForPlace, { code: "unavailable" });

  await Promise.all(reading);
  checkForPlace();
  await Promise.all(readers.map((reader) => reader.close()));
});

test("of many files, few are read at the same time", async (t) => {
  let threads = 0;
  const count = (started: Worker) => {
    threads++;
    started.once("exit", () => threads--);
  };
  process.on("worker", count);
  atEnd(t, () => process.off("worker", count));
  const atOnce = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const reader = openReader();
      await reader.read({ type: "text", bytes: Buffer.from(`Text ${index}`) });
      const running = threads;
      await reader.close();
      return running;
    }),
  );

  // Two read, and two that have read may not have ended yet.
  assert.ok(Math.max(...atOnce) <= 4, String(atOnce));
});
