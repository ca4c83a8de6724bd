import type { Keyword } from "../model/keyword.ts";
import { findPhrase, type Miss, readForTypos, type Seen } from "./find-phrase.ts";
import { isOpen, type Moment } from "./is-open.ts";
import { readMessage } from "./message.ts";
import { notFound, type Rank, ranks } from "./needle.ts";

/** Why a message starts the flow it starts. */
export type Explanation = { winner: Candidate | undefined; candidates: Candidate[] };

/** A keyword's part in it. `rank` and `phrases` say how it was found; `lost` is undefined for the winner. */
export type Candidate = { id: number; name: string; rank: Rank | undefined; phrases: string[]; lost: Loss | undefined };

export type Loss =
  /** Another keyword was found better, or as well and stands before it. */
  | { reason: "shadowed"; by: number }
  | { reason: "excluded"; phrase: string }
  | { reason: "outside_hours" }
  | { reason: "no_flow" }
  | { reason: "inactive" }
  | { reason: "no_phrases" }
  /** All phrases are needed, and these were not found. */
  | { reason: "missing"; phrases: string[] }
  | Miss;

/** Slower than matching, which only looks for the winner: each phrase of each keyword is looked for by itself. */
export function explain(keywords: readonly Keyword[], text: string, at: Moment): Explanation {
  const message = readMessage(text);
  const seen: Seen = { message, typos: readForTypos(message) };
  const candidates = keywords.map((keyword) => weigh(keyword, seen, at));

  const winner = candidates
    .filter(({ lost }) => !lost)
    .reduce<Candidate | undefined>((best, one) => (best && numberOf(best) <= numberOf(one) ? best : one), undefined);
  for (const candidate of candidates) {
    if (winner && candidate !== winner) candidate.lost ??= { reason: "shadowed", by: winner.id };
  }
  return { winner, candidates };
}

const numberOf = ({ rank }: Candidate) => (rank ? ranks.indexOf(rank) : notFound);

function weigh(keyword: Keyword, seen: Seen, at: Moment): Candidate {
  const { id, name } = keyword;
  const found = findPhrases(keyword, seen);
  if ("lost" in found) return { id, name, rank: undefined, phrases: [], lost: found.lost };
  return { id, name, rank: ranks[found.rank], phrases: found.phrases, lost: barOf(keyword, seen, at) };
}

/** What keeps a keyword that was found from winning. */
function barOf(keyword: Keyword, seen: Seen, at: Moment): Loss | undefined {
  if (!keyword.isActivated) return { reason: "inactive" };
  if (keyword.flowId === null) return { reason: "no_flow" };
  if (keyword.hours && !isOpen(keyword.hours, at)) return { reason: "outside_hours" };
  const phrase = keyword.excludes.find(
    (exclude) => findPhrase(exclude, { match: "contains_word", typos: false }, seen).rank < notFound,
  );
  return phrase === undefined ? undefined : { reason: "excluded", phrase };
}

function findPhrases(keyword: Keyword, seen: Seen): { rank: number; phrases: string[] } | { lost: Loss } {
  if (keyword.phrases.length === 0) return { lost: { reason: "no_phrases" } };
  if (seen.message.plain === "") return { lost: { reason: "not_found" } };
  const looks = keyword.phrases.map((phrase) => ({ phrase, ...findPhrase(phrase, keyword, seen) }));
  const missing = looks.filter(({ rank }) => rank === notFound);
  const numbers = looks.map(({ rank }) => rank);

  if (missing.length === looks.length) return { lost: nearest(missing.map(({ miss }) => miss)) };
  if (keyword.require === "all") {
    if (missing.length > 0) return { lost: { reason: "missing", phrases: missing.map(({ phrase }) => phrase) } };
    return { rank: Math.max(...numbers), phrases: keyword.phrases };
  }
  const rank = Math.min(...numbers);
  return {
    rank,
    phrases: looks
      .filter((look) => look.rank === rank)
      .slice(0, 1)
      .map(({ phrase }) => phrase),
  };
}

/** What came nearest to a find: the first miss that says anything. */
function nearest(misses: (Miss | undefined)[]): Miss {
  return misses.find((miss) => miss && miss.reason !== "not_found") ?? { reason: "not_found" };
}
