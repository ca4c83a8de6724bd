import { checkPattern } from "@banter/core/match/pattern.ts";
import { asRun, type KeywordInfo, type Runnable } from "./keyword.ts";
import { findShadowed } from "./shadow.ts";

/** The reason that an activated keyword does nothing. */
export type Warning =
  | { type: "noPhrases" }
  | { type: "noFlow" }
  | { type: "unpublished" }
  | { type: "badPattern"; phrase: string }
  | { type: "shadowed"; by: number };

/** Warnings by keyword id. A deactivated keyword is off on purpose and gets none. */
export function warningsOf(keywords: readonly KeywordInfo[], runnable: Runnable): Map<number, Warning> {
  const shadowed = findShadowed(asRun(keywords, runnable));
  const warnings = new Map<number, Warning>();
  for (const keyword of keywords) {
    const warning = keyword.is_activated ? warningOf(keyword, runnable, shadowed.get(keyword.id)) : undefined;
    if (warning) warnings.set(keyword.id, warning);
  }
  return warnings;
}

function warningOf(keyword: KeywordInfo, runnable: Runnable, by: number | undefined): Warning | undefined {
  if (keyword.phrases.length === 0) return { type: "noPhrases" };
  if (keyword.flow_id === null) return { type: "noFlow" };
  if (!runnable.has(keyword.flow_id)) return { type: "unpublished" };
  const phrase = keyword.match === "regex" && keyword.phrases.find((one) => checkPattern(one) !== undefined);
  if (phrase) return { type: "badPattern", phrase };
  return by === undefined ? undefined : { type: "shadowed", by };
}
