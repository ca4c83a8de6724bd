import { isObject, type JsonObject } from "../../model/json.ts";

/**
 * The AI step of a draft from before models were the page's own: it named a server, and could not be published. The
 * owner has to choose a model for it. Any other step is returned as it is.
 */
export function renewAiStep<Step extends JsonObject>(step: Step): Step {
  if (step.type !== "ai" || !("base_url" in step)) return step;
  const { base_url: _, model: __, next, ...kept } = step;
  const { ok, ...exits } = isObject(next) ? next : {};
  const renewed = { ...kept, model_id: null, next: { ...exits, ...(ok !== undefined && { answered: ok }) } };
  return renewed as unknown as Step;
}
