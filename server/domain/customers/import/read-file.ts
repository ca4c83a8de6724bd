import { pipeline } from "node:stream";
import { type ImportFault, importFault } from "@banter/core/api/import-faults.ts";
import { maxImportBytes, maxImportRows } from "@banter/core/api/management/customer-jobs.ts";
import { AppError } from "@banter/core/model/error.ts";
import { isBlank } from "@banter/core/model/text.ts";
import { CsvError, type Options, type Parser, parse } from "csv-parse";

/** A line of a CSV file, with its number in the file. */
export type FileRow = { line: number; cells: string[] };

const maxColumns = 200;
const maxCell = 5000;
/** A row of so many bytes has a quote that is never closed, or is nothing that people write. */
const maxRowBytes = 1024 * 1024;
/** The first line is looked for in so many characters. */
const maxHead = 64 * 1024;
const delimiters = [",", ";", "\t"];

/**
 * Reads a CSV file row by row while it arrives: UTF-8 with or without a byte order mark, columns divided by commas,
 * semicolons or tabs. The first row has the names. Throws an error that names the line. Takes no more of the file than
 * its reader needs.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FileRow> {
  const text = textOf(bytes);
  const head = await headOf(text);
  const at: Place = { line: 0 };
  const options: Options<FileRow, string[]> = {
    delimiter: delimiterOf(head),
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells, { lines }) => {
      at.line = lines;
      return { line: lines, cells };
    },
  };
  // Its types know rows of another form only where columns have names.
  const parser = parse(options as unknown as Options);
  // The loop below meets all errors: a broken source breaks the parser.
  pipeline(checkRows(parser, at, head, text), parser, () => undefined);
  let rows = 0;
  try {
    for await (const { line, cells } of parser as AsyncIterable<FileRow>) {
      if (rows === 0 && cells.every(isBlank)) continue;
      if (rows++ > maxImportRows) throw refuse("too_many_rows");
      if (cells.length > maxColumns) throw refuse("too_many_columns", line);
      if (cells.some((cell) => cell.length > maxCell)) throw refuse("long_text", line);
      yield { line, cells: cells.map((cell) => cell.replaceAll("\0", "").trim()) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refuse("stray_quote", (error as { lines?: number }).lines ?? 1);
  }
}

export const refuse = (fault: ImportFault, line?: number) =>
  new AppError("invalid_field", importFault(fault, line === undefined ? "" : String(line)));

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.byteLength;
    if (length > maxImportBytes) throw tooLarge();
    yield decoded(() => decoder.decode(chunk, { stream: true }));
  }
  yield decoded(() => decoder.decode());
}

export const tooLarge = () => new AppError("file_too_large", "The file is larger than 20 MB.");

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw refuse("not_utf8");
  }
}

/** The beginning of the file, with its first line. */
async function headOf(text: AsyncGenerator<string>): Promise<string> {
  let head = "";
  while (head.length < maxHead && !/[\r\n]/.test(head.trimStart())) {
    const { value, done } = await text.next();
    if (done) break;
    head += value;
  }
  return head;
}

/** The one that divides the first line into the most columns. */
function delimiterOf(text: string): string {
  const first = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const count = (delimiter: string) => first.split(delimiter).length;
  return delimiters.toSorted((one, other) => count(other) - count(one))[0] ?? ",";
}

/** The line in which the parser's last row ended. */
type Place = { line: number };

/** Gives the parser its text. It keeps the row that it is in, of any length: a long one is refused before its end. */
async function* checkRows(
  { info }: Parser,
  at: Place,
  head: string,
  rest: AsyncIterable<string>,
): AsyncGenerator<string> {
  let ended = 0;
  let length = 0;
  yield head;
  for await (const text of rest) {
    const now = at.line + info.empty_lines;
    length = now === ended ? length + Buffer.byteLength(text) : 0;
    ended = now;
    if (length > maxRowBytes) throw at.line === 0 ? refuse("long_first_row") : refuse("long_row", at.line);
    yield text;
  }
}
