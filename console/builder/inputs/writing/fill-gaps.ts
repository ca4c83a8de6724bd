import { gapFinder } from "@banter/core/flow/lint/gaps.ts";
import type { LintContext, Problem } from "@banter/core/flow/problem.ts";
import { addFallbacks } from "@banter/core/flow/render/fallbacks.ts";
import type { Insertion } from "../../../frame/writing/insertion.ts";
import type { Builder } from "../../builder.ts";
import { findAt } from "../../edit/draft.ts";
import type { Say } from "../../steps/summary.ts";

/** The text with a fallback for each gap. The caret stands in the first of them. */
export function fillGaps(text: string, gaps: readonly string[], say: Say): Insertion {
  const other = say("writing.fallbacks.other");
  const fallbackOf = (name: string) =>
    gaps.includes(name) ? say(`writing.fallbacks.${name}`, { defaultValue: other }) : undefined;
  const filled = addFallbacks(text, fallbackOf);
  let changed = 0;
  while (changed < text.length && text[changed] === filled[changed]) changed += 1;
  return { text: filled, caret: filled.indexOf("?? ", changed) };
}

/** Fills the gaps of the text that a problem is about, as one change of the draft. */
export function repairGaps(builder: Builder, { step, path }: Problem, context: LintContext, say: Say): void {
  const draft = builder.get().history.present;
  const [, , ...keys] = path.split("/").slice(1).map(unescapeKey);
  const text = step === undefined ? undefined : findAt(draft.steps[step], keys);
  if (step === undefined || typeof text !== "string") return;
  builder.setSetting(step, keys, fillGaps(text, gapFinder(draft, context)(text), say).text);
}

const unescapeKey = (key: string) => key.replaceAll("~1", "/").replaceAll("~0", "~");
