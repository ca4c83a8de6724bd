import type { Block } from "@banter/core/knowledge/cut.ts";
import { getDocumentProxy } from "unpdf";
import { Unreadable } from "./document.ts";

const maxPages = 1000;

/** A line of a page: its letters' height and its place from the bottom. */
type Line = { text: string; height: number; y: number; page: number };

/** The texts of a PDF. Lines in larger letters than most are headings: the format itself knows none. */
export async function readPdf(bytes: Uint8Array): Promise<Block[]> {
  // The parser takes no Buffer, and would write its warnings to the log.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: unknown) => {
    throw new Unreadable(error instanceof Error && error.name === "PasswordException" ? "locked" : "damaged");
  });
  if (pdf.numPages > maxPages) throw new Unreadable("too_long");
  const lines: Line[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    lines.push(...linesOf(items, number));
    page.cleanup();
  }
  return blocksOf(lines);
}

function linesOf(items: readonly object[], page: number): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const item of items) {
    if (!isTextItem(item)) continue;
    const [, , , , , y = 0] = item.transform;
    line ??= { text: "", height: 0, y, page };
    line.text += item.str;
    line.height = Math.max(line.height, item.str.trim() === "" ? 0 : item.height);
    if (!item.hasEOL) continue;
    lines.push(line);
    line = undefined;
  }
  return (line ? [...lines, line] : lines).filter(({ text }) => text.trim() !== "");
}

type TextItem = { str: string; height: number; hasEOL: boolean; transform: number[] };

const isTextItem = (item: object): item is TextItem => "str" in item && "transform" in item;

/** So much higher than the usual letters is a heading, up to three levels of them. */
const headingHeight = 1.15;
const maxHeading = 200;

function blocksOf(lines: Line[]): Block[] {
  const usual = usualHeight(lines);
  const isHeading = ({ height, text }: Line) => height > usual * headingHeight && text.length <= maxHeading;
  const heights = [...new Set(lines.filter(isHeading).map(({ height }) => Math.round(height)))].sort((a, b) => b - a);
  const blocks: Block[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const level = isHeading(line) ? Math.min(3, heights.indexOf(Math.round(line.height)) + 1) : undefined;
    const before = blocks.at(-1);
    const isNext = last !== undefined && last.page === line.page && last.y - line.y < line.height * 1.8;
    const goesOn =
      before !== undefined && before.level === level && (isNext || (level === undefined && isOpen(before.text)));
    if (goesOn) before.text = joinLines(before.text, line.text);
    else blocks.push({ text: line.text, page: line.page, ...(level !== undefined && { level }) });
    last = line;
  }
  return blocks;
}

/** The height that most letters have. */
function usualHeight(lines: Line[]): number {
  const letters = new Map<number, number>();
  for (const { height, text } of lines) letters.set(height, (letters.get(height) ?? 0) + text.length);
  return [...letters].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 0;
}

/** A paragraph that goes on over the end of a page. */
const isOpen = (text: string) => !/[.!?:;…。]["')\]]?\s*$/.test(text);

/** A hyphen at the end of a line parts a word. */
const joinLines = (before: string, line: string) =>
  /\p{L}-$/u.test(before) && /^\p{Ll}/u.test(line) ? before.slice(0, -1) + line : `${before} ${line}`;
