/**
 * A line of a CSV file. A spreadsheet would run a cell that begins like a formula: a quote in front makes it text.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
