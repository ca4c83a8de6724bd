import { median } from "./ratios.ts";

/** Prints rows in columns: the first one left-aligned, the others right-aligned. */
export function printRows(head: string[], rows: string[][]): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  console.log(`\n${[head, ...rows].map((cells) => cells.map(pad).join("  ")).join("\n")}`);
}

export const fixed = (value: number) =>
  value.toFixed(value === 0 || value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.095 ? 2 : 4);

/** The median with the smallest and the largest value. */
export const spreadOf = (values: number[]) =>
  `${fixed(median(values))} (${fixed(Math.min(...values))}-${fixed(Math.max(...values))})`;
