import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import type { Finding, LintContext } from "../problem.ts";

/** Finds steps that ask for a person or tell the team something while nobody would be told. */
export function lintHandOvers(steps: JsonObject, { reachesSomebody }: LintContext): Finding[] {
  if (reachesSomebody !== false) return [];
  return Object.entries(steps).flatMap(([step, settings]): Finding[] => {
    const actions = isObject(settings) && Array.isArray(settings.actions) ? settings.actions : [];
    return actions.flatMap((action, index): Finding[] => {
      const isTelling = isObject(action) && (action.action === "hand_over" || action.action === "notify");
      return isTelling
        ? [{ code: "nobody_told", step, path: pointer(["steps", step, "actions", index]), message }]
        : [];
    });
  });
}

const message = "asks for a person, and nobody is told outside of the console";
