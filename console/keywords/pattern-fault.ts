import { checkPattern } from "@banter/core/match/pattern.ts";

/** The fault of a pattern, as a key of the words. */
export type PatternFault = "large" | "brackets" | "repeat" | "unsupported" | "backslash" | "range" | "other";

export function patternFault(pattern: string): PatternFault | undefined {
  const fault = checkPattern(pattern);
  if (fault === undefined) return undefined;
  return messages.find(([message]) => message.test(fault))?.[1] ?? "other";
}

/** Matched against the message of `checkPattern`; any other message is `other`. */
const messages: [RegExp, PatternFault][] = [
  [/too large|more than/, "large"],
  [/without a/, "brackets"],
  [/repeat/, "repeat"],
  [/backslash|escape/, "backslash"],
  [/unknown class/, "range"],
  [/not supported|group/, "unsupported"],
];
