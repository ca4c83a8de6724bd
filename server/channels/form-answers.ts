import { isObject } from "@banter/core/model/json.ts";
import { cut } from "./text/cut.ts";

const maxAnswers = 200;
const maxAnswer = 5000;

/** The answers of a form by name. A value that is no text becomes JSON. */
export function formAnswers(values: unknown): Record<string, string> {
  if (!isObject(values)) return {};
  const answers = Object.entries(values)
    .slice(0, maxAnswers)
    .flatMap(([name, value]) => {
      const key = cut(name, 200);
      return key === undefined || value === null ? [] : [[key, textOf(value)] as const];
    });
  return Object.fromEntries(answers);
}

const textOf = (value: unknown): string =>
  cut(typeof value === "string" ? value : JSON.stringify(value), maxAnswer) ?? "";

/** A JSON text as a value; undefined if it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
