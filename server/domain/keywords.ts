import { AppError, flowNotFound, notFound } from "@banter/core/model/error.ts";
import type { Keyword } from "@banter/core/model/keyword.ts";
import type { Deps } from "../deps.ts";
import { nextIds } from "../store/db.ts";
import { holdFlow } from "../store/flows.ts";
import { lastKeywordPosition, saveKeywords, setKeywordFlow } from "../store/keywords.ts";
import { changePage } from "../store/pages.ts";

/** Makes an empty, inactive keyword at the end of the owner's list. */
export async function createKeyword({ db }: Deps, pageId: string, flowId: number | null = null): Promise<Keyword> {
  return db.transact(async (db) => {
    if (!(await changePage(db, pageId))) throw notFound("page");
    if (flowId !== null && !(await holdFlow(db, pageId, flowId))) throw flowNotFound();
    const [id = 0] = await nextIds(db, 1);
    const keyword: Keyword = { ...emptyKeyword, id, name: `Keyword ${id}`, flowId };
    await saveKeywords(db, pageId, [keyword], (await lastKeywordPosition(db, pageId)) + 1);
    return keyword;
  });
}

/** Sets the flow a keyword runs; null unsets it. */
export async function linkKeyword(
  { db }: Deps,
  pageId: string,
  keywordId: number,
  flowId: number | null,
): Promise<void> {
  await db.transact(async (db) => {
    if (!(await changePage(db, pageId))) throw notFound("page");
    if (flowId !== null && !(await holdFlow(db, pageId, flowId))) throw flowNotFound();
    if (!(await setKeywordFlow(db, pageId, keywordId, flowId))) {
      throw new AppError("keyword_not_found", "There is no such keyword on this page.");
    }
  });
}

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
