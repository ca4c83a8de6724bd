import { mergeByRank, type Scored } from "@banter/core/knowledge/merge.ts";
import { askedTerms, askQuestion, scorePassage, weightOf } from "@banter/core/knowledge/rank.ts";
import type { Db } from "../../store/db/db.ts";
import {
  countPassages,
  countWords,
  findByWords,
  listPassagesOf,
  type StoredPassage,
  type Within,
} from "../../store/knowledge/knowledge-passages.ts";
import { listSources } from "../../store/knowledge/knowledge-sources.ts";
import { pageTerm } from "../page-term.ts";
import type { Embeddings } from "./embeddings.ts";
import { searchVectors } from "./vectors.ts";

/** A passage that may answer a question. `score` is from 0 to 1. */
export type Passage = {
  id: number;
  sourceId: number;
  sourceName: string;
  heading: string;
  text: string;
  score: number;
  url: string | null;
};

export type SearchOptions = {
  sources: number[] | "all";
  limit: number;
  /** With a model for vectors, passages are also found by their meaning. */
  embeddings?: Embeddings | undefined;
};

/** The passages that answer a question best, best first. */
export async function searchKnowledge(
  db: Db,
  pageId: string,
  question: string,
  { sources, limit, embeddings }: SearchOptions,
): Promise<Passage[]> {
  const within = { pageId, sources: sources === "all" ? null : sources };
  const byWords = await searchWords(db, within, question);
  const byMeaning = embeddings ? await searchVectors(db, within, question, embeddings) : [];
  const found = (byMeaning.length === 0 ? byWords : mergeByRank([byWords, byMeaning])).slice(0, limit);
  if (found.length === 0) return [];
  const scores = new Map(found.map(({ id, score }) => [id, score]));
  const passages = await listPassagesOf(db, pageId, [...scores.keys()]);
  const names = new Map((await listSources(db, pageId)).map(({ id, name }) => [id, name]));
  const places = [...scores.keys()];
  return passages
    .map((passage) => ({
      ...passage,
      sourceName: names.get(passage.sourceId) ?? "",
      score: scores.get(passage.id) ?? 0,
    }))
    .sort((one, other) => places.indexOf(one.id) - places.indexOf(other.id));
}

/** So many are looked at closely. */
const maxCandidates = 60;
/** The rarest words find the candidates; the others only tell which of them is best. */
const maxSearched = 8;

async function searchWords(db: Db, within: Within, question: string): Promise<Scored[]> {
  const terms = askedTerms(question);
  const all = terms.length === 0 ? 0 : await countPassages(db, within);
  if (all === 0) return [];
  const words = terms.map(({ stem }) => `'${pageTerm(within.pageId, stem)}'`);
  const counts = await countWords(db, within, words);
  const weights = counts.map((count) => weightOf(all, count));
  const known = words
    .map((word, index) => ({ word, count: counts[index] ?? 0, weight: weights[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count)
    .slice(0, maxSearched);
  if (known.length === 0) return [];
  const candidates = await findByWords(db, within, {
    query: known.map(({ word }) => word).join(" | "),
    words: known.map(({ word }) => word),
    weights: known.map(({ weight }) => weight),
    limit: maxCandidates,
  });
  const asked = askQuestion(terms, new Map(terms.map(({ stem }, index) => [stem, weights[index] ?? 0])));
  return candidates.map((passage) => scored(asked, passage)).sort((one, other) => other.score - one.score);
}

const scored = (asked: ReturnType<typeof askQuestion>, passage: StoredPassage): Scored => ({
  id: passage.id,
  score: scorePassage(asked, passage),
});
