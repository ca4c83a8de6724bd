import type { Keyword } from "../model/keyword.ts";

/** A keyword for tests: by default active and with a flow. */
export type KeywordDraft = Pick<Keyword, "match" | "phrases"> & Partial<Keyword>;

export function aKeyword(draft: KeywordDraft, index = 0): Keyword {
  const rest = { require: "any", excludes: [], typos: false, hours: null, flowId: 1, isActivated: true } as const;
  return { id: index + 1, name: `Keyword ${index + 1}`, ...rest, excludes: [], ...draft };
}
