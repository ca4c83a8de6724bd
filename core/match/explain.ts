import type { Keyword } from "../model/keyword.ts";
import { findPhrase, type IndexedMessage, type Miss, readForTypos } from "./find-phrase.ts";
import { isOpen, type Moment } from "./is-open.ts";
import { readMessage } from "./message.ts";
import { notFound, type Rank, ranks } from "./needle.ts";

/** The reason why a message starts the flow that it starts. */
export type Explanation = { winner: Candidate | undefined; candidates: Candidate[] };

/** One keyword's result. `rank` and `phrases` say how it was found; `lost` is undefined for the winner. */
export type Candidate = { id: number; name: string; rank: Rank | undefined; phrases: string[]; lost: Loss | undefined };

export type Loss =
  /** Another keyword has a better rank, or the same rank and comes first. */
  | { reason: "shadowed"; by: number }
  | { reason: "excluded"; phrase: string }
  | { reason: "outside_hours" }
  | { reason: "no_flow" }
  | { reason: "inactive" }
  | { reason: "no_phrases" }
  /** The keyword requires all phrases, and these were not found. */
  | { reason: "missing"; phrases: string[] }
  | Miss;

/** Slower than `match`, which looks only for the winner: each phrase of each keyword is looked for by itself. */
export function explain(keywords: readonly Keyword[], text: string, at: Moment): Explanation {
  const message = readMessage(text);
  const seen: IndexedMessage = { message, typos: readForTypos(message) };
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

function weigh(keyword: Keyword, seen: IndexedMessage, at: Moment): Candidate {
  const { id, name } = keyword;
  const found = findPhrases(keyword, seen);
  if ("lost" in found) return { id, name, rank: undefined, phrases: [], lost: found.lost };
  return { id, name, rank: ranks[found.rank], phrases: found.phrases, lost: obstacleOf(keyword, seen, at) };
}

/** The reason why a keyword whose phrases were found cannot win. */
function obstacleOf(keyword: Keyword, seen: IndexedMessage, at: Moment): Loss | undefined {
  if (!keyword.isActivated) return { reason: "inactive" };
  if (keyword.flowId === null) return { reason: "no_flow" };
  if (keyword.hours && !isOpen(keyword.hours, at)) return { reason: "outside_hours" };
  const phrase = keyword.excludes.find(
    (exclude) => findPhrase(exclude, { match: "contains_word", typos: false }, seen).rank < notFound,
  );
  return phrase === undefined ? undefined : { reason: "excluded", phrase };
}

function findPhrases(keyword: Keyword, seen: IndexedMessage): { rank: number; phrases: string[] } | { lost: Loss } {
  if (keyword.phrases.length === 0) return { lost: { reason: "no_phrases" } };
  if (seen.message.plain === "") return { lost: { reason: "not_found" } };
  const results = keyword.phrases.map((phrase) => ({ phrase, ...findPhrase(phrase, keyword, seen) }));
  const missing = results.filter(({ rank }) => rank === notFound);
  const numbers = results.map(({ rank }) => rank);

  if (missing.length === results.length) return { lost: nearest(missing.map(({ miss }) => miss)) };
  if (keyword.require === "all") {
    if (missing.length > 0) return { lost: { reason: "missing", phrases: missing.map(({ phrase }) => phrase) } };
    return { rank: Math.max(...numbers), phrases: keyword.phrases };
  }
  const rank = Math.min(...numbers);
  return {
    rank,
    phrases: results
      .filter((result) => result.rank === rank)
      .slice(0, 1)
      .map(({ phrase }) => phrase),
  };
}

/** The first miss that says more than "not found". */
function nearest(misses: (Miss | undefined)[]): Miss {
  return misses.find((miss) => miss && miss.reason !== "not_found") ?? { reason: "not_found" };
}
