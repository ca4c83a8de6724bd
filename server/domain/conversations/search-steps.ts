import { findRareWords, walkWords } from "../../store/conversations/message-words.ts";
import { findRareNames, walkNames } from "../../store/conversations/named-lines.ts";
import { listNewestNews } from "../../store/conversations/news.ts";
import type { BackwardSearch, ConversationMatch } from "../../store/conversations/walk-back.ts";
import { findWordPosition } from "../../store/conversations/word-digests.ts";
import type { Db } from "../../store/db/db.ts";
import { textsOf, wordQuery, wordRowsOf } from "./message-words.ts";

/** `end` is where the next look goes on; null if there is nothing more. */
export type SearchResult = { found: ConversationMatch[]; end: number | null; isTired: boolean };

/** The newest rows are looked through one by one: common words are found among them. */
const wordSteps = 5000;
const nameSteps = 1500;
/** Everything else is rare enough for the index, up to this many rows. */
const maxRareWords = 5000;
const maxRareNames = 2000;

export function searchNames(db: Db, search: BackwardSearch): Promise<SearchResult> {
  const more = { ...search, limit: search.limit + 1 };
  return walkOrLookUp(search.limit, {
    walk: () => walkNames(db, more, nameSteps),
    lookUp: () => findRareNames(db, more, maxRareNames),
  });
}

type WordsSearched = {
  pageId: string;
  words: string[];
  isPrefix: boolean;
  before: number | null;
  limit: number;
  /** Looks no further than the newest messages. */
  isRecentOnly: boolean;
};

export async function searchWordsOf(db: Db, search: WordsSearched): Promise<SearchResult> {
  const { pageId, words, isPrefix, before, limit, isRecentOnly } = search;
  const more = { pageId, query: wordQuery(pageId, words, isPrefix), before, limit: limit + 1 };
  const indexed = await walkOrLookUp(limit, {
    walk: () => walkWords(db, more, wordSteps),
    lookUp: async () => (isRecentOnly ? [] : findRareWords(db, more, maxRareWords)),
  });
  if (before !== null) return indexed;
  const fresh = await findUnindexed(db, search);
  const known = new Set(fresh.map(({ psid }) => psid));
  return { ...indexed, found: [...fresh, ...indexed.found.filter(({ psid }) => !known.has(psid))] };
}

type Ways = {
  walk: () => Promise<{ matches: ConversationMatch[]; end: number | null }>;
  /** Undefined if there are too many. */
  lookUp: () => Promise<ConversationMatch[] | undefined>;
};

/** Neither way sorts everything: common things are found by the walk, rare ones by the index. */
async function walkOrLookUp(limit: number, { walk, lookUp }: Ways): Promise<SearchResult> {
  const { matches, end } = await walk();
  if (matches.length > limit) return firstOf(matches, limit);
  if (end === null) return { found: matches, end: null, isTired: false };
  const rare = await lookUp();
  if (rare)
    return rare.length > limit
      ? firstOf(rare, limit)
      : { found: rare.length ? rare : matches, end: null, isTired: false };
  return { found: matches, end, isTired: true };
}

const firstOf = (found: ConversationMatch[], limit: number): SearchResult => ({
  found: found.slice(0, limit),
  end: found[limit - 1]?.id ?? null,
  isTired: false,
});

const maxUnindexed = 500;

/** Messages whose words are not in the index yet; the newest ones, if there are many. */
async function findUnindexed(db: Db, { pageId, words, isPrefix }: WordsSearched): Promise<ConversationMatch[]> {
  const news = await listNewestNews(db, pageId, { after: await findWordPosition(db, pageId), limit: maxUnindexed });
  const last = words.length - 1;
  const has = (terms: string[], word: string, index: number) =>
    terms.some((term) => term.endsWith(` ${word}`) || (isPrefix && index === last && term.includes(` ${word}`)));
  const matches = wordRowsOf(pageId, textsOf(news))
    .filter(({ words: terms }) => words.every((word, index) => has(terms, word, index)))
    .sort((one, other) => other.id - one.id);
  const newest = new Map<string, ConversationMatch>();
  for (const { psid, id } of matches) if (!newest.has(psid)) newest.set(psid, { psid, id });
  return [...newest.values()];
}
