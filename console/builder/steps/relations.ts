import type { JsonObject } from "@banter/core/model/json.ts";

/**
 * Settings that stand only beside certain others, as the step types' schemas have it: what does not stand is not shown,
 * and goes when what it stood beside changes.
 */
const standsBeside: Record<string, { with: string; if: (value: unknown) => boolean }> = {
  choices: { with: "accept", if: (accept) => accept === "choice" },
  value: { with: "operator", if: (operator) => operator !== "is_set" && operator !== "is_not_set" },
  body: { with: "method", if: (method) => method !== "GET" },
};

export function isShown(holder: JsonObject, key: string): boolean {
  const rule = standsBeside[key];
  return !rule || !Object.hasOwn(holder, rule.with) || rule.if(holder[rule.with]);
}

/** Whether other settings depend on this one. */
export function isDecisive(key: unknown): boolean {
  return Object.values(standsBeside).some((rule) => rule.with === key);
}

/** The holder with one setting changed, and without what does not stand beside it any more. */
export function changed(holder: JsonObject, key: string, value: unknown): JsonObject {
  const { [key]: _, ...others } = holder;
  const next: JsonObject = value === undefined ? others : { ...holder, [key]: value };
  for (const [dependent, rule] of Object.entries(standsBeside)) {
    if (rule.with === key && !rule.if(value)) delete next[dependent];
  }
  if (key === "accept" && value === "choice" && next.choices === undefined) next.choices = ["", ""];
  return next;
}
