import type { Keyword } from "../model/keyword.ts";

/** What a test says of a keyword; the rest is as in a new one that is on and has a flow. */
export type KeywordDraft = Pick<Keyword, "match" | "phrases"> & Partial<Keyword>;

export function aKeyword(draft: KeywordDraft, index = 0): Keyword {
  const rest = { require: "any", excludes: [], typos: false, hours: null, flowId: 1, isActivated: true } as const;
  return { id: index + 1, name: `Keyword ${index + 1}`, ...rest, excludes: [], ...draft };
}
