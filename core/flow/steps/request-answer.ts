import { Content, ContentData } from "../../model/content/content.ts";
import { faultsOfJson } from "../json-limits.ts";
import { answerKeys, valueAt } from "./answer-path.ts";
import type { StepAction } from "./outcome.ts";

type Settings = { save: { path: string; field: string }[]; answer: "fields" | "content" };

/** The actions that a request's answer leads to, or why the answer cannot be used. */
export function readAnswer({ save, answer }: Settings, body: string): StepAction[] | "not_json" | "not_content" {
  if (answer === "fields" && save.length === 0) return [];
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return "not_json";
  }
  if (answer === "fields") return save.map(({ path, field }) => saved(field, valueAt(json, answerKeys(path) ?? [])));
  const content = Content.safeParse(json).data ?? ContentData.safeParse(json).data?.content;
  return content ? [{ type: "say", content }] : "not_content";
}

/** Null clears the field, a missing value leaves it, lists and objects are saved as JSON. */
function saved(field: string, value: unknown): StepAction {
  if (value === undefined) return { type: "skip", what: "no_value", name: field };
  if (value === null) return { type: "save", field, value: "" };
  if (typeof value !== "object") return { type: "save", field, value: String(value) };
  if (faultsOfJson(value).length > 0) return { type: "skip", what: "value_unfit", name: field };
  return { type: "save", field, value: JSON.stringify(value) };
}
