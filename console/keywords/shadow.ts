import { type Automaton, buildAutomaton, start } from "@banter/core/match/automaton.ts";
import { type Needle, type PlainMatch, readNeedle } from "@banter/core/match/needle.ts";
import { normalise } from "@banter/core/match/normalise.ts";
import { wordBoundaries } from "@banter/core/match/words.ts";
import type { Keyword } from "@banter/core/model/keyword.ts";

/**
 * Keywords that can never win, each with the earlier keyword that always wins in its place: every message that matches
 * the later one matches the earlier one at least as well. Reports only certain cases; those that depend on the message
 * or the hour are left to the tester.
 */
export function findShadowed(keywords: readonly Keyword[]): Map<number, number> {
  const entries = keywords.flatMap((keyword, order) => (canWin(keyword) ? read(keyword, order) : []));
  const inside = containedIn(entries);
  const patterns = Map.groupBy(
    entries.filter((entry) => entry.needle === undefined),
    ({ phrase }) => phrase,
  );

  function covererOf(entry: Entry): Entry | undefined {
    const rivals = entry.needle ? inside(entry) : (patterns.get(entry.phrase) ?? []);
    return rivals.find(
      (rival) =>
        rival.order < entry.order && isAtLeastAsPermissive(rival.keyword, entry.keyword) && covers(rival, entry),
    );
  }

  const shadowed = new Map<number, number>();
  for (const [id, own] of Map.groupBy(entries, ({ keyword }) => keyword.id)) {
    const [first] = own;
    if (!first) continue;
    const coverers = own.map(covererOf);
    // If all phrases are required, one covered phrase is enough: the keyword never matches without it.
    const isShadowed = first.keyword.require === "all" ? coverers.some(Boolean) : coverers.every(Boolean);
    const by = coverers.find(Boolean);
    if (isShadowed && by) shadowed.set(id, by.keyword.id);
  }
  return shadowed;
}

/** A phrase of a keyword. Regular expressions have no needle. */
type Entry = { keyword: Keyword; order: number; phrase: string; needle?: Needle };

const canWin = ({ isActivated, flowId, phrases }: Keyword) => isActivated && flowId !== null && phrases.length > 0;

function read(keyword: Keyword, order: number): Entry[] {
  const { match, typos } = keyword;
  return keyword.phrases.map((phrase) =>
    match === "regex"
      ? { keyword, order, phrase: phrase.normalize("NFC") }
      : { keyword, order, phrase, needle: readNeedle(phrase, match, typos) },
  );
}

/** True if the rival's conditions (hours, exclusions, typos) are at least as permissive. */
function isAtLeastAsPermissive(rival: Keyword, other: Keyword): boolean {
  if (rival.require === "all" && rival.phrases.length > 1) return false;
  if (other.typos && !rival.typos && other.match !== "regex") return false;
  if (rival.hours && JSON.stringify(rival.hours) !== JSON.stringify(other.hours)) return false;
  const excludes = new Set(other.excludes.map(normalise));
  return rival.excludes.every((phrase) => excludes.has(normalise(phrase)));
}

/** Finds the entries whose phrase is part of an entry's phrase. */
function containedIn(entries: readonly Entry[]): (entry: Entry) => Entry[] {
  const byLetters = Map.groupBy(
    entries.filter(({ needle }) => needle && needle.plain !== ""),
    ({ needle }) => needle?.plain ?? "",
  );
  const letters = [...byLetters.keys()];
  const automaton = buildAutomaton(letters);
  return ({ needle }) =>
    [...found(automaton, needle?.plain ?? "")]
      .flatMap((index) => byLetters.get(letters[index] ?? "") ?? [])
      .sort((one, other) => one.order - other.order);
}

function found(automaton: Automaton, text: string): Set<number> {
  const needles = new Set<number>();
  let state = start;
  for (let at = 0; at < text.length; at++) {
    state = automaton.step(state, text.charCodeAt(at));
    automaton.ends(state, (needle) => needles.add(needle));
  }
  return needles;
}

function covers(rival: Entry, entry: Entry): boolean {
  const [outer, inner] = [entry.needle, rival.needle];
  if (!outer || !inner) return !outer && !inner;
  const [match, rivalMatch] = [entry.keyword.match as PlainMatch, rival.keyword.match as PlainMatch];
  // The typo may be in a part of the phrase that the rival does not have.
  if (entry.keyword.typos && outer.plain !== inner.plain) return false;
  const isBoundary = wordBoundaries(outer.plain);
  for (let at = outer.plain.indexOf(inner.plain); at >= 0; at = outer.plain.indexOf(inner.plain, at + 1)) {
    const place = { from: at, to: at + inner.plain.length };
    if (hasSameDiacritics(inner, outer, at) && isAccepted(rivalMatch, match, place, outer.plain.length, isBoundary))
      return true;
  }
  return false;
}

function hasSameDiacritics(inner: Needle, outer: Needle, at: number): boolean {
  for (let unit = 0; unit < inner.plain.length; unit++) {
    if ((inner.marks?.[unit] ?? 0) !== (outer.marks?.[at + unit] ?? 0)) return false;
  }
  return true;
}

/** True if the part of a phrase that is matched by `outer` is always at a position that `match` accepts. */
function isAccepted(
  match: PlainMatch,
  outer: PlainMatch,
  { from, to }: { from: number; to: number },
  length: number,
  isBoundary: (offset: number) => boolean,
): boolean {
  const isStart = from === 0;
  const isEnd = to === length;
  if (match === "contains") return true;
  if (match === "begins") return isStart && (outer === "begins" || outer === "is");
  if (match === "ends") return isEnd && (outer === "ends" || outer === "is");
  if (match === "is") return isStart && isEnd && outer === "is";
  // Beyond the edge of the phrase are letters of the message, which are not known here.
  const areEdgesWords = outer === "contains_word" || outer === "is";
  return (isStart ? areEdgesWords : isBoundary(from)) && (isEnd ? areEdgesWords : isBoundary(to));
}
