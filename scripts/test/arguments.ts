import type { Part } from "./parts.ts";
import type { Selection } from "./selection.ts";

export type Arguments = Selection & {
  part: Part;
  /** After this time no more files are started. */
  minutes: number;
  /** Rewrite expected cases. */
  isUpdating: boolean;
  /** Options of Node's test runner. */
  options: string[];
};

/**
 * Reads the arguments of npm test: `--all` and `--rest` choose more files, `--part 2/4` a quarter of them, `--minutes
 * 60` those that are begun in this time, `--update` rewrites expected cases, other words choose files with such a word in their path.
 */
export function readArguments(given: string[]): Arguments {
  const rest = [...given];
  const take = (option: string) => {
    const index = rest.indexOf(option);
    if (index >= 0) rest.splice(index, 1);
    return index;
  };
  const isAll = take("--all") >= 0;
  const isRest = take("--rest") >= 0;
  const isUpdating = take("--update") >= 0;
  const partAt = take("--part");
  const [part] = partAt >= 0 ? rest.splice(partAt, 1) : ["1/1"];
  const minutesAt = take("--minutes");
  const [minutes] = minutesAt >= 0 ? rest.splice(minutesAt, 1).map(readMinutes) : [Number.POSITIVE_INFINITY];
  return {
    which: isRest ? "rest" : isAll ? "all" : "usual",
    part: readPart(part),
    minutes: minutes ?? readMinutes(""),
    isUpdating,
    options: rest.filter((word) => word.startsWith("-")),
    words: rest.filter((word) => !word.startsWith("-")),
  };
}

function readMinutes(text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--minutes ${text}: write for example --minutes 60.`);
  return Number(text);
}

function readPart(text = ""): Part {
  const [, number, count] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (!number || !count || number > count) throw new Error(`--part ${text}: write for example --part 2/4.`);
  return { number, count };
}
