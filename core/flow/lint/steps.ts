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
    const unavailable: Finding = { code: "ai_unavailable", step, path: pointer(path), message: cannotRun };
    const problems = type.problems(settings as JsonObject).map(({ code, key, message }): Finding => {
      return { code, step, path: pointer(key === undefined ? path : [...path, key]), message };
    });
    return type.run ? problems : [unavailable, ...problems];
  });
}

const cannotRun = "must not be an AI step, which this version cannot run";
