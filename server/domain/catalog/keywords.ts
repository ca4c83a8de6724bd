import { checkPattern } from "@banter/core/match/pattern.ts";
import { AppError, flowNotFound, invalidFields } from "@banter/core/model/error.ts";
import type { Keyword } from "@banter/core/model/keyword.ts";
import type { Deps } from "../../deps.ts";
import { holdFlow } from "../../store/catalog/flows.ts";
import {
  deleteKeywords,
  findKeyword,
  lastKeywordPosition,
  listKeywords,
  saveKeywordOrder,
  saveKeywords,
  setKeywordFlow,
  updateKeyword,
} from "../../store/catalog/keywords.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { checkFlows, checkOrder } from "./list-checks.ts";

/** Creates an empty, inactive keyword at the end of the list. */
export function createKeyword(deps: Deps, pageId: string, flowId: number | null = null): Promise<Keyword> {
  return addKeyword(deps, pageId, (id) => ({ ...emptyKeyword, name: `Keyword ${id}`, flowId }));
}

/** Creates a keyword at the end of the list. */
export function addKeyword(
  { db }: Deps,
  pageId: string,
  fieldsOf: (id: number) => Omit<Keyword, "id">,
): Promise<Keyword> {
  return changeSetup(db, pageId, async (db) => {
    const [id = 0] = await nextIds(db, 1);
    const keyword = { ...fieldsOf(id), id };
    checkPhrases(keyword);
    await checkFlows(db, pageId, [keyword]);
    await saveKeywords(db, pageId, [keyword], (await lastKeywordPosition(db, pageId)) + 1);
    return keyword;
  });
}

/** Changes the fields that are given. */
export function changeKeyword(
  { db }: Deps,
  pageId: string,
  keywordId: number,
  change: Partial<Omit<Keyword, "id">>,
): Promise<Keyword> {
  return changeSetup(db, pageId, async (db) => {
    const changed = { ...(await getKeyword(db, pageId, keywordId)), ...change };
    checkPhrases(changed);
    await checkFlows(db, pageId, [changed]);
    await updateKeyword(db, pageId, changed, { isFlowGiven: change.flowId !== undefined });
    return changed;
  });
}

export function removeKeyword({ db }: Deps, pageId: string, keywordId: number): Promise<Keyword> {
  return changeSetup(db, pageId, async (db) => {
    const keyword = await getKeyword(db, pageId, keywordId);
    await deleteKeywords(db, pageId, [keywordId]);
    return keyword;
  });
}

export function orderKeywords({ db }: Deps, pageId: string, ids: number[]): Promise<void> {
  return changeSetup(db, pageId, async (db) => {
    checkOrder(await listKeywords(db, pageId), ids);
    await saveKeywordOrder(db, pageId, ids);
  });
}

async function getKeyword(db: Db, pageId: string, keywordId: number): Promise<Keyword> {
  const keyword = await findKeyword(db, pageId, keywordId);
  if (!keyword) throw keywordNotFound();
  return keyword;
}

/** Refuses patterns that do not compile: they would never match, without a word to the owner. */
function checkPhrases({ match, phrases }: Pick<Keyword, "match" | "phrases">): void {
  if (match !== "regex") return;
  const faults = phrases.flatMap((phrase, index) => {
    const message = checkPattern(phrase);
    return message === undefined ? [] : [{ path: `/phrases/${index}`, message }];
  });
  if (faults.length > 0) throw invalidFields(faults);
}

/** Sets the flow a keyword runs; null unsets it. */
export async function linkKeyword(
  { db }: Deps,
  pageId: string,
  keywordId: number,
  flowId: number | null,
): Promise<void> {
  await changeSetup(db, pageId, async (db) => {
    if (flowId !== null && !(await holdFlow(db, pageId, flowId))) throw flowNotFound();
    if (!(await setKeywordFlow(db, pageId, keywordId, flowId))) throw keywordNotFound();
  });
}

const keywordNotFound = () => new AppError("keyword_not_found", "There is no such keyword on this page.");

const emptyKeyword: Omit<Keyword, "id" | "name"> = {
  match: "is",
  phrases: [],
  require: "any",
  excludes: [],
  typos: false,
  hours: null,
  flowId: null,
  isActivated: false,
};
