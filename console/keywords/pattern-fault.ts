import { checkPattern } from "@banter/core/match/pattern.ts";

/** What is wrong with a pattern, as a key of the words; undefined if nothing is. */
export type PatternFault = "large" | "brackets" | "repeat" | "unsupported" | "backslash" | "range" | "other";

export function patternFault(pattern: string): PatternFault | undefined {
  const fault = checkPattern(pattern);
  if (fault === undefined) return undefined;
  return signs.find(([sign]) => sign.test(fault))?.[1] ?? "other";
}

/** By what `checkPattern` says of it; what it says otherwise is `other`. */
const signs: [RegExp, PatternFault][] = [
  [/too large|more than/, "large"],
  [/without a/, "brackets"],
  [/repeat/, "repeat"],
  [/backslash|escape/, "backslash"],
  [/unknown class/, "range"],
  [/not supported|group/, "unsupported"],
];
