import { RE2JS, RE2JSException, RE2JSSyntaxException, RE2Set } from "re2js";
import { readPattern } from "./pattern-parts.ts";

/** Tries a pattern on a message's NFC text, without regard to case. */
export type Pattern = (text: string) => boolean;

/**
 * RE2's engine takes time in proportion to the text times the pattern's size. That product is bounded, so a big pattern
 * reads less of a long message: one of 30 steps 5,000 characters, one of 300 steps 500.
 */
export function compilePattern(pattern: string): Pattern {
  if (readPattern(pattern).size > maxSize) throw new RE2JSSyntaxException("expression too large");
  const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE, memoryBytes);
  set.add(pattern.normalize("NFC"));
  set.compile();
  const characters = Math.floor(work / set.prog.numInst());
  return (text) => set.match(text.length > characters ? text.slice(0, characters).toWellFormed() : text).length > 0;
}

/** The fault of a pattern in words for its author; undefined if it can be run. */
export function checkPattern(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const fault = error instanceof RE2JSSyntaxException ? error.getDescription() : "expression too large";
    return faults[fault] ?? "is not a pattern that can be run";
  }
}

/**
 * Compiles a pattern when it is first tried and keeps `capacity` of them. One that cannot be compiled never matches.
 */
export function patternCache(capacity = 1_000): (pattern: string) => Pattern {
  let room = capacity;
  return (pattern) => {
    let compiled: Pattern | undefined;
    return (text) => {
      if (compiled) return compiled(text);
      const fresh = checkPattern(pattern) === undefined ? compilePattern(pattern) : never;
      if (room > 0) {
        room--;
        compiled = fresh;
      }
      return fresh(text);
    };
  };
}

const never: Pattern = () => false;

const maxSize = 500;
const work = 150_000;
/** Memory for the states that a pattern has reached, kept between messages and emptied when full. */
const memoryBytes = 2 ** 18;

const faults: Record<string, string> = {
  "expression too large": "is too large a pattern: use fewer or smaller repeats",
  "expression nests too deeply": "is too large a pattern: use fewer brackets",
  "invalid character class range": "has an unknown class or a range that runs backwards, such as [z-a]",
  "invalid escape sequence": "has an unknown escape; \\1 and the like are not supported",
  "invalid named capture": "has a wrong group name, or a look-behind, which is not supported",
  "invalid or unsupported Perl syntax": "has (? with something that is not supported, such as a look-ahead",
  "invalid nested repetition operator": "has a repeat of a repeat, such as a**",
  "invalid repeat count": "has a repeat of more than 1,000 times",
  "missing argument to repetition operator": "has a repeat with nothing before it, such as *a",
  "missing closing ]": "has a [ without a ]",
  "missing closing )": "has a ( without a )",
  "unexpected )": "has a ) without a (",
  "trailing backslash at end of expression": "must not end with a backslash",
  "duplicate capture group name": "has two groups of one name",
};
