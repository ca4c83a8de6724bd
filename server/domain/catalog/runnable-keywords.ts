import type { Keyword } from "@banter/core/model/keyword.ts";

/** A keyword whose flow is not published matches nothing, so that the next keyword can match. */
export function runnableKeywords(keywords: Keyword[], flows: { id: number }[]): Keyword[] {
  const ids = new Set(flows.map(({ id }) => id));
  return keywords.map((keyword) =>
    keyword.flowId !== null && ids.has(keyword.flowId) ? keyword : { ...keyword, flowId: null },
  );
}
