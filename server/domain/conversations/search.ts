import type { Conversation } from "@banter/core/api/management/conversations.ts";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { searchWords } from "@banter/core/match/words.ts";
import { invalidFields } from "@banter/core/model/error.ts";
import { type Line, type LineChoice, listLinesOf } from "../../store/conversations/lines.ts";
import { listNamed } from "../../store/conversations/named-lines.ts";
import type { ConversationMatch } from "../../store/conversations/walk-back.ts";
import type { Db } from "../../store/db/db.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { membersAmong, type Needs } from "../audience/members.ts";
import { termQuery } from "../customers/terms.ts";
import { lineForm } from "./line-form.ts";
import { type SearchResult, searchNames, searchWordsOf } from "./search-steps.ts";

export type SearchQuery = LineChoice & {
  search: string;
  condition: SegmentCondition | null;
  before?: string | undefined;
  limit: number;
};

/**
 * How far a search has come: first customers by name (`n`), then messages with all the words (`m`) or, if there are
 * none, with the last word's beginning (`p`). `id` is the last entry that was shown or seen.
 */
type Place = { phase: "n" | "m" | "p"; id: number | null };

const maxWords = 8;
/** A call takes at most this many looks into the tables; the next call goes on where it ended. */
const maxLooks = 4;
/** Most words begin with one of few pairs of letters: shorter beginnings are no use to the index. */
const minIndexedPrefix = 3;

/** Finds conversations by the customer's name and by words of messages from both sides, newest first. */
export async function searchConversations(
  deps: Needs,
  pageId: string,
  query: SearchQuery,
): Promise<{ conversations: Conversation[]; next: string | null }> {
  const { search, condition, before, limit } = query;
  const words = searchWords(search).slice(0, maxWords);
  if (words.length === 0) return { conversations: [], next: null };
  const asked = { pageId, words, names: termQuery(pageId, { search }) };
  const psids: string[] = [];
  let place: Place | null = before === undefined ? { phase: "n", id: null } : placeOf(before);
  for (let looks = 0; place && psids.length < limit && looks < maxLooks; looks++) {
    const step = await look(deps.db, asked, place, limit - psids.length);
    psids.push(...step.found.map(({ psid }) => psid).filter((psid) => !psids.includes(psid)));
    place = step.next;
    if (step.isTired) break;
  }
  const lines = (await listLinesOf(deps.db, pageId, psids)).filter((line) => isIn(line, query));
  const members = condition && (await membersAmong(deps, pageId, condition, psidsOf(lines)));
  const shown = members ? lines.filter(({ psid }) => members.has(psid)) : lines;
  return { conversations: shown.map((line) => lineForm(line)), next: place && `${place.phase}${place.id ?? ""}` };
}

type Asked = { pageId: string; words: string[]; names: string | null };

/** One look. `isTired`: it has looked through as much as a call may, and the rest is for the next call. */
async function look(
  db: Db,
  asked: Asked,
  { phase, id }: Place,
  limit: number,
): Promise<{ found: ConversationMatch[]; next: Place | null; isTired: boolean }> {
  const { pageId, words, names } = asked;
  if (phase === "n") {
    const step = names === null ? nothing : await searchNames(db, { pageId, query: names, before: id, limit });
    return { ...step, next: step.end === null ? firstOfWords(words) : { phase, id: step.end } };
  }
  const isPrefix = phase === "p";
  const isShort = (words.at(-1)?.length ?? 0) < minIndexedPrefix;
  const step = await searchWordsOf(db, {
    pageId,
    words,
    isPrefix,
    before: id,
    limit,
    isRecentOnly: isPrefix && isShort,
  });
  const named = names === null ? new Set() : await listNamed(db, pageId, names, psidsOf(step.found));
  const isEmpty = phase === "m" && id === null && step.end === null && step.found.length === 0;
  return {
    found: step.found.filter(({ psid }) => !named.has(psid)),
    next: step.end === null ? (isEmpty ? { phase: "p", id: null } : null) : { phase, id: step.end },
    isTired: step.isTired,
  };
}

const nothing: SearchResult = { found: [], end: null, isTired: false };

/** A short last word is one that is still being written. */
const firstOfWords = (words: string[]): Place | null =>
  words.length === 0 ? null : { phase: (words.at(-1)?.length ?? 0) < minIndexedPrefix ? "p" : "m", id: null };

const psidsOf = (found: { psid: string }[]) => found.map(({ psid }) => psid);

function isIn(line: Line, { filter, userId, member }: LineChoice): boolean {
  if (member !== undefined && line.assigneeId !== member) return false;
  const { neededAt, isDone, isPutOffUntilInput } = line;
  const isNeeded = neededAt !== null && neededAt.getTime() <= databaseNow();
  switch (filter) {
    case "all":
      return true;
    case "unread":
      return line.unread > 0;
    case "waiting":
      return isNeeded;
    case "snoozed":
      return isPutOffUntilInput || (neededAt !== null && !isNeeded);
    case "done":
      return isDone;
    case "failed":
      return line.failed > 0;
    case "mine":
      return line.assigneeId === userId && !isDone;
  }
}

function placeOf(before: string): Place {
  const [, phase, id = ""] = /^([nmp])([0-9]{0,15})$/.exec(before) ?? [];
  if (phase === undefined) throw invalidFields([{ path: "/before", message: "must be the `next` of a page" }]);
  return { phase: phase as Place["phase"], id: id === "" ? null : Number(id) };
}
