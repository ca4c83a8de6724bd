import { readQuestions } from "./csv.ts";
import { type DocumentFile, documentOf, type ReadDocument, Unreadable } from "./document.ts";
import { readDocx } from "./docx.ts";
import { readHtml } from "./html.ts";
import { readMarkdown } from "./markdown.ts";
import { readPdf } from "./pdf.ts";
import { decodeText, paragraphsOf } from "./text.ts";

/** Reads a document of any type. Throws Unreadable. Runs in a thread: a file may be made to take long. */
export async function readDocument(file: DocumentFile): Promise<ReadDocument> {
  const document = await readAs(file);
  if (file.type !== "html" && !document.blocks.some(({ text }) => text.trim() !== "")) throw new Unreadable("no_text");
  return document;
}

async function readAs({ type, bytes, charset }: DocumentFile): Promise<ReadDocument> {
  switch (type) {
    case "markdown":
      return documentOf(readMarkdown(decodeText(bytes)));
    case "text":
      return documentOf(paragraphsOf(decodeText(bytes)).map((text) => ({ text })));
    case "csv":
      return documentOf(await readQuestions(bytes));
    case "docx":
      return documentOf(readDocx(bytes));
    case "pdf":
      return documentOf(await readPdf(bytes));
    case "html":
      return readHtml(decodeText(bytes, charset));
  }
}
