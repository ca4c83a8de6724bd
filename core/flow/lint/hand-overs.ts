import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import type { Finding, LintContext } from "../problem.ts";

/**
 * Finds steps that ask for a person or tell the team something while nobody would be told. A step that does both is all
 * right if one of them reaches somebody.
 */
export function lintHandOvers(steps: JsonObject, { reachedKinds }: LintContext): Finding[] {
  if (!reachedKinds || reachedKinds.includes("hand_over")) return [];
  return Object.entries(steps).flatMap(([step, settings]): Finding[] => {
    const actions = isObject(settings) && Array.isArray(settings.actions) ? settings.actions : [];
    const telling = actions.flatMap((action, index) => {
      const kind = isObject(action) && (["hand_over", "notify"] as const).find((name) => name === action.action);
      return kind ? { kind, index } : [];
    });
    if (telling.some(({ kind }) => reachedKinds.includes(kind))) return [];
    return telling.map(({ index }) => ({
      ...{ code: "nobody_told", step, path: pointer(["steps", step, "actions", index]), message },
    }));
  });
}

const message = "asks for a person, and nobody is told outside of the console";
