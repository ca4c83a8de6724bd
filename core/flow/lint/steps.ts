import type { JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import type { Finding } from "../problem.ts";
import { findType } from "../steps/index.ts";

/** Finds problems of single steps that their schemas allow. */
export function lintSteps(steps: JsonObject): Finding[] {
  return Object.entries(steps).flatMap(([step, settings]): Finding[] => {
    const type = findType(settings);
    if (!type) return [];
    const path = ["steps", step];
    return type.problems(settings as JsonObject).map(({ code, key, message }): Finding => {
      return { code, step, path: pointer(key === undefined ? path : [...path, key]), message };
    });
  });
}
