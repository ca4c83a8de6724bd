/** A table as CSV with a byte order mark, without which spreadsheets misread diacritics. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cellOf).join(",")).join("\r\n")}\r\n`;
}

/** A spreadsheet runs a text that begins like a formula; an apostrophe keeps it a text. */
function cellOf(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function downloadCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const url = URL.createObjectURL(new Blob([toCsv(rows)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  // The download has begun by then; without this the file stays in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
