import type { ParsedDocument } from "@banter/core/flow/document/document.ts";
import { Step } from "@banter/core/flow/steps/index.ts";
import type { Draft } from "../edit/draft.ts";

/** Without unfinished steps: a run that reaches one fails there with an explanation. */
export function runnable(draft: Draft): ParsedDocument {
  const steps = Object.entries(draft.steps).flatMap(([id, step]): [string, Step][] => {
    const parsed = Step.safeParse(step);
    return parsed.success ? [[id, parsed.data]] : [];
  });
  return { start: draft.start ?? "", steps: new Map(steps) };
}

export function unfinishedSteps(draft: Draft): string[] {
  const { steps } = runnable(draft);
  return Object.keys(draft.steps).filter((id) => !steps.has(id));
}
