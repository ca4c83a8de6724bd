/**
 * A line of a CSV file. A spreadsheet would run a cell that begins like a formula: a quote in front makes it text.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const guarded = isLikeFormula(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/**
 * Spreadsheets pass over spaces and invisible characters before a formula, and some read its full-width and small signs
 * (`＝`, `﹢`) as the usual ones.
 */
function isLikeFormula(text: string): boolean {
  const [first = ""] = /[^\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.exec(text) ?? [];
  return /^[\t\r\n]/.test(text) || /^[=+\-@\u2212]/.test(first.normalize("NFKC"));
}
