import type { Keyword } from "@banter/core/model/keyword.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";

export type KeywordInfo = ReplyOf<"GET /pages/:page_id/keywords">["keywords"][number];
export type KeywordFields = Omit<KeywordInfo, "id">;

export const newKeyword: KeywordFields = {
  name: "",
  match: "contains_word",
  phrases: [],
  require: "any",
  excludes: [],
  typos: false,
  hours: null,
  flow_id: null,
  is_activated: true,
};

/** The beginning of a new keyword: a phrase and a flow, or all that was suggested. */
export type NewKeyword = {
  phrase?: string | undefined;
  flowId?: number | undefined;
  suggested?: KeywordFields | undefined;
};

/** The fields of an existing or a new keyword, for its form. */
export function fieldsOf(
  keyword: KeywordInfo | undefined,
  { phrase, flowId, suggested }: NewKeyword = {},
): KeywordFields {
  if (!keyword && suggested) return suggested;
  if (!keyword) return { ...newKeyword, phrases: phrase ? [phrase] : [], flow_id: flowId ?? null };
  const { id: _, ...fields } = keyword;
  return fields;
}

/** A keyword without a name is called after its first phrase. */
export function nameOf({ name, phrases }: Pick<KeywordFields, "name" | "phrases">): string {
  return name.trim() || (phrases[0] ?? "").trim();
}

/** The ids of flows that may start: published and switched on. */
export type Runnable = ReadonlySet<number>;

export function runnableOf(
  flows: readonly { id: number; published_version: number | null; is_on: boolean }[],
): Runnable {
  return new Set(flows.filter((flow) => flow.published_version !== null && flow.is_on).map(({ id }) => id));
}

/** As the runner sees them: a keyword whose flow cannot run has none, and the next keyword may win. */
export function asRun(keywords: readonly KeywordInfo[], runnable: Runnable): Keyword[] {
  return keywords.map(({ flow_id, is_activated, ...rest }) => ({
    ...rest,
    flowId: flow_id !== null && runnable.has(flow_id) ? flow_id : null,
    isActivated: is_activated,
  }));
}
