/** Facts about a pattern that need no compiling. */
export type PatternParts = {
  /** The approximate number of steps, with repeats written out. */
  size: number;
  /** Texts of which a message must hold at least one for the pattern to match; undefined if none are known. */
  literals: string[] | undefined;
};

/** Reads as much of RE2's syntax as it takes to count and to find literals. A faulty pattern may give any result. */
export function readPattern(pattern: string): PatternParts {
  if (pattern.length > maxLength) return { size: pattern.length, literals: undefined };
  const reader = { pattern, at: 0 };
  let whole = readAlternatives(reader);
  // A closing bracket without an opening one is a fault; reading goes on behind it.
  while (reader.at < pattern.length) {
    reader.at++;
    whole = { size: whole.size + readAlternatives(reader).size, literals: undefined };
  }
  return whole;
}

/** Longer than a phrase may be, and short enough that nested brackets do not overflow the stack. */
const maxLength = 1_000;

type Reader = { pattern: string; at: number };
/** `letter` if it is a single character that stands for itself. */
type Atom = PatternParts & { letter?: string };

const nothing: Atom = { size: 1, literals: undefined };

function readAlternatives(reader: Reader): PatternParts {
  const branches = [readSequence(reader)];
  while (reader.pattern[reader.at] === "|") {
    reader.at++;
    branches.push(readSequence(reader));
  }
  const size = branches.reduce((sum, branch) => sum + branch.size + 1, 0);
  const literals = branches.flatMap((branch) => branch.literals ?? []);
  const isComplete = branches.every((branch) => branch.literals) && literals.length <= 50;
  return { size, literals: isComplete ? literals : undefined };
}

function readSequence(reader: Reader): PatternParts {
  let size = 0;
  let run = "";
  let best: string[] | undefined;
  const offer = (literals: string[] | undefined) => {
    if (literals && shortest(literals) > shortest(best)) best = literals;
  };
  const endRun = () => {
    offer(run === "" ? undefined : [run]);
    run = "";
  };

  while (reader.at < reader.pattern.length && !"|)".includes(reader.pattern[reader.at] ?? "")) {
    const atom = readAtom(reader);
    const { min, max } = readRepeat(reader);
    size += atom.size * Math.max(max, 1);
    if (atom.letter !== undefined && min > 0) run += atom.letter;
    if (atom.letter === undefined || min !== 1 || max !== 1) endRun();
    if (min > 0) offer(atom.literals);
  }
  endRun();
  return { size, literals: best };
}

const shortest = (literals: string[] | undefined) => Math.min(...(literals ?? [""]).map(({ length }) => length));

function readAtom(reader: Reader): Atom {
  const character = String.fromCodePoint(reader.pattern.codePointAt(reader.at) ?? 0);
  if (character === "(") return readGroup(reader);
  if (character === "[") return readClass(reader);
  if (character === "\\") return readEscape(reader);
  reader.at += character.length;
  return ".^$".includes(character) ? nothing : { size: 1, literals: undefined, letter: character };
}

/** `(…)`, `(?:…)`, `(?<name>…)`, `(?i:…)` and `(?i)`. */
function readGroup(reader: Reader): Atom {
  const opening = takeMatch(reader, /\((?:\?(?:P?<\w+>|[a-zA-Z-]*:?))?/y) ?? "";
  const inner = readAlternatives(reader);
  if (reader.pattern[reader.at] === ")") reader.at++;
  const isFlags = /^\(\?[a-zA-Z-]*$/.test(opening);
  return { size: inner.size + 2, literals: isFlags ? undefined : inner.literals };
}

/** A `]` that comes first is in the class, and so is the whole of `[:alpha:]`. */
function readClass(reader: Reader): Atom {
  takeMatch(reader, /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]?/sy);
  return nothing;
}

function readEscape(reader: Reader): Atom {
  const quoted = takeMatch(reader, /\\Q(?:(?!\\E).)*(?:\\E)?/sy);
  if (quoted !== undefined) return { size: quoted.length, literals: undefined };
  const escaped = takeMatch(reader, /\\(?:[pPx]\{[^}]*\}?|[pP].|x..|[0-7]{1,3}|.|$)/sy) ?? "";
  const isLetter = /^\\[!-/:-@[-`{-~]$/.test(escaped);
  return isLetter ? { size: 1, literals: undefined, letter: escaped.slice(1) } : nothing;
}

function readRepeat(reader: Reader): { min: number; max: number } {
  if (!"*+?{".includes(reader.pattern[reader.at] ?? " ")) return once;
  const simple = takeMatch(reader, /[*+?]\??/y);
  if (simple !== undefined) return { min: simple[0] === "+" ? 1 : 0, max: simple[0] === "?" ? 1 : 2 };
  const counted = takeMatch(reader, /\{\d+(?:,\d*)?\}\??/y);
  if (counted === undefined) return once;
  const [min = 0, max = 0] = Array.from(counted.matchAll(/\d+/g), ([digits]) => Number(digits));
  return { min: Math.min(min, 1), max: Math.max(min, max, 2) };
}

const once = { min: 1, max: 1 };

/** The match of a sticky expression at the reader's place, which moves behind it. */
function takeMatch(reader: Reader, expression: RegExp): string | undefined {
  expression.lastIndex = reader.at;
  const match = expression.exec(reader.pattern)?.[0];
  reader.at += match?.length ?? 0;
  return match;
}
