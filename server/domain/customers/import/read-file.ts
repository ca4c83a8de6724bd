import { Readable } from "node:stream";
import { maxImportBytes, maxImportRows } from "@banter/core/api/management/customer-jobs.ts";
import { AppError } from "@banter/core/model/error.ts";
import { CsvError, parse } from "csv-parse";

/** A line of a CSV file, with its number in the file. */
export type FileRow = { line: number; cells: string[] };

const maxColumns = 200;
const maxCell = 5000;
const chunkLength = 64 * 1024;
const delimiters = [",", ";", "\t"];

/**
 * Reads a CSV file line by line: UTF-8 with or without a byte order mark, columns divided by commas, semicolons or tabs.
 * The first row has the names. Throws an error that names the line.
 */
export async function* readCsv(bytes: Uint8Array): AsyncGenerator<FileRow> {
  if (bytes.byteLength > maxImportBytes) throw new AppError("body_too_large", "The file is larger than 20 MB.");
  const text = decode(bytes);
  if (text.trim() === "") throw refuse("The file is empty.");
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({ delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true, info: true }),
  );
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (rows++ > maxImportRows) throw refuse("The file has more than 200,000 rows.");
      if (record.length > maxColumns) throw refuse(`Line ${info.lines} has more than ${maxColumns} columns.`);
      if (record.some((cell) => cell.length > maxCell))
        throw refuse(`Line ${info.lines} has a text over 5,000 characters.`);
      yield { line: info.lines, cells: record.map((cell) => cell.replaceAll("\0", "").trim()) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refuse(`Line ${(error as { lines?: number }).lines ?? 1} has a quote in the wrong place.`);
  }
}

const refuse = (message: string) => new AppError("invalid_field", message);

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refuse("The file is not UTF-8. Save it as CSV UTF-8.");
  }
}

/** The one that divides the first line into the most columns. */
function delimiterOf(text: string): string {
  const first = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const count = (delimiter: string) => first.split(delimiter).length;
  return delimiters.toSorted((one, other) => count(other) - count(one))[0] ?? ",";
}

/** Parsing a long text at once would hold up every other call. */
function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += chunkLength) yield text.slice(start, start + chunkLength);
}
