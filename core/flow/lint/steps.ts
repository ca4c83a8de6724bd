import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { isBlank } from "../../model/text.ts";
import type { Finding } from "./finding.ts";

/** What is odd about steps taken one by one. */
export function lintSteps(steps: JsonObject): Finding[] {
  return Object.entries(steps).flatMap(([step, settings]): Finding[] => {
    if (!isObject(settings)) return [];
    const path = pointer(["steps", step]);
    if (settings.type === "ai") {
      return [{ code: "ai_unavailable", step, path, message: "must not be an AI step, which this version cannot run" }];
    }
    if (settings.type === "note" && typeof settings.text === "string" && isBlank(settings.text)) {
      return [{ code: "empty_note", step, path, message: "is a note that says nothing" }];
    }
    if (settings.type === "goto" && settings.return !== true && typeof settings.next === "string") {
      return [
        { code: "next_unused", step, path: `${path}/next`, message: "is not followed, since the flow does not return" },
      ];
    }
    return [];
  });
}
