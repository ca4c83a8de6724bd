import type { Keyword } from "@banter/core/model/keyword.ts";
import { listPublishedFlows } from "../../store/catalog/flows.ts";
import { listKeywords } from "../../store/catalog/keywords.ts";
import type { Db } from "../../store/db/db.ts";
import { listReceivedTexts } from "../../store/runtime/turns.ts";
import type { Days } from "../../store/statistics/statistics-hours.ts";
import { listUnmatched } from "../../store/statistics/unmatched-turns.ts";
import { runnableKeywords } from "../catalog/runnable-keywords.ts";
import { runLab } from "./keyword-lab.ts";
import { groupMessages } from "./message-groups.ts";

const maxUnmatched = 2000;
const labMessages = 1000;

export async function groupUnmatched(db: Db, pageId: string, days: Days) {
  const messages = await listUnmatched(db, pageId, days, maxUnmatched);
  return {
    ...{ examined: messages.length, is_all: messages.length < maxUnmatched },
    groups: groupMessages(messages),
  };
}

export type EditedKeyword = Omit<Keyword, "id"> & { id: number | null };

/** Runs the page's keywords, with edits, over the last messages that it has received. */
export async function tryKeywords(db: Db, page: { id: string; timezone: string }, edited: EditedKeyword[]) {
  const keywords = await listKeywords(db, page.id);
  const flows = await listPublishedFlows(db, page.id);
  const messages = await listReceivedTexts(db, page.id, labMessages);
  const stored = runnableKeywords(keywords, flows);
  const tried = edited.length === 0 ? stored : runnableKeywords(withEdits(keywords, edited), flows);
  return runLab(messages, page.timezone, stored, tried);
}

/** A new keyword gets a negative id: it has none yet. */
function withEdits(keywords: Keyword[], edited: EditedKeyword[]): Keyword[] {
  const byId = new Map(edited.map((keyword) => [keyword.id, keyword]));
  const added = edited.filter(({ id }) => id === null).map((keyword, index) => ({ ...keyword, id: -1 - index }));
  return [...keywords.map((keyword) => ({ ...(byId.get(keyword.id) ?? keyword), id: keyword.id })), ...added];
}
