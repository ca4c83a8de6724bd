import { guessTime } from "./times.ts";

/** The first of four parts is `{ number: 1, count: 4 }`. */
export type Part = { number: number; count: number };

/** The files of one part. All parts take about as long, and each file is in one of them, whichever machine asks. */
export function partOf(root: string, files: string[], { number, count }: Part): string[] {
  if (count === 1) return files;
  const parts = Array.from({ length: count }, () => ({ files: [] as string[], ms: 0 }));
  const timed = files.map((file) => ({ file, ms: guessTime(root, file) }));
  for (const { file, ms } of timed.sort((one, other) => other.ms - one.ms || (one.file < other.file ? -1 : 1))) {
    const part = parts.reduce((least, each) => (each.ms < least.ms ? each : least));
    part.files.push(file);
    part.ms += ms;
  }
  return parts[number - 1]?.files.sort() ?? [];
}
