import { type CutPassage, cutPassages } from "@banter/core/knowledge/cut.ts";
import { maxPassagesOfSource } from "@banter/core/knowledge/source.ts";
import { readQuestions } from "./csv.ts";
import { type DocumentFile, documentOf, type ReadDocument, type UncutDocument, Unreadable } from "./document.ts";
import { readDocx } from "./docx.ts";
import { readHtml } from "./html.ts";
import { readMarkdown } from "./markdown.ts";
import { readPdf } from "./pdf.ts";
import { decodeText, paragraphsOf } from "./text.ts";

/**
 * Reads a document of any type and cuts it. Throws Unreadable. Runs in a thread: a file may be made to take long. Of one
 * with too many passages, enough are returned to tell so.
 */
export async function readDocument(file: DocumentFile): Promise<ReadDocument> {
  const { blocks, ...rest } = await readAs(file);
  if (file.type !== "html" && !blocks.some(({ text }) => text.trim() !== "")) throw new Unreadable("no_text");
  return { passages: distinct(cutPassages(blocks)).slice(0, maxPassagesOfSource + 1), ...rest };
}

function distinct(passages: CutPassage[]): CutPassage[] {
  const seen = new Set<string>();
  return passages.filter(({ text }) => !seen.has(text) && seen.add(text));
}

async function readAs({ type, bytes, charset }: DocumentFile): Promise<UncutDocument> {
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
