import { isObject, type JsonObject } from "../../model/json.ts";
import { findType } from "../steps/index.ts";
import { renewAiStep } from "./old-ai-step.ts";

/**
 * The document without exits that its steps do not have, for example of a removed branch, and with AI steps in their
 * present form. Nothing else changes: an unchanged step, or a document without these, is the same object as before.
 */
export function healDraft<Document>(document: Document): Document {
  if (!isObject(document) || !isObject(document.steps)) return document;
  const steps = Object.entries(document.steps);
  const healed = steps.map(([id, step]): [string, unknown] => [id, isObject(step) ? healStep(step) : step]);
  if (healed.every(([, step], index) => step === steps[index]?.[1])) return document;
  return { ...document, steps: Object.fromEntries(healed) };
}

export function healStep<Step extends JsonObject>(given: Step): Step {
  const step = renewAiStep(given);
  const names = exitNames(step);
  const { next } = step;
  if (!names || !isObject(next) || Object.keys(next).every((name) => names.includes(name))) return step;
  return { ...step, next: Object.fromEntries(Object.entries(next).filter(([name]) => names.includes(name))) };
}

/** Undefined for a step with a single exit, whose `next` is no object. */
function exitNames(step: JsonObject): readonly string[] | undefined {
  const exits = findType(step)?.exits;
  if (typeof exits === "function") return exits(step);
  return exits && exits.length > 1 ? exits : undefined;
}
