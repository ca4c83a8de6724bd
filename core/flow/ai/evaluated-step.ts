import { isObject } from "../../model/json.ts";
import type { ParsedDocument } from "../document/document.ts";
import { healStep } from "../document/heal.ts";
import { Step } from "../steps/index.ts";

/**
 * The part of a document that an evaluation runs: one AI step, whose exits lead nowhere, and the requests that its model
 * may make. Undefined if there is no such step or it is unfinished; the rest of a draft may be.
 */
export function evaluatedPart(document: unknown, id: string): ParsedDocument | undefined {
  const step = stepAt(document, id);
  if (step?.type !== "ai") return undefined;
  const asked = step.tools.flatMap((tool) => (tool.tool === "call_request" ? (tool.step ?? []) : []));
  const requests = asked.flatMap((at) => {
    const request = stepAt(document, at);
    return request ? [[at, request] as const] : [];
  });
  return { start: id, steps: new Map([[id, { ...step, next: {} }], ...requests]) };
}

function stepAt(document: unknown, id: string): Step | undefined {
  const steps = isObject(document) && isObject(document.steps) ? document.steps : {};
  const step = Object.hasOwn(steps, id) ? steps[id] : undefined;
  return isObject(step) ? Step.safeParse(healStep(step)).data : undefined;
}
