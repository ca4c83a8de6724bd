import { findType } from "@banter/core/flow/steps/index.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { type DraftStep, findAt, type Path } from "../edit/draft.ts";
import { describe, type Form, formInside } from "./schema-form.ts";

type Fields = [key: string, form: Form][];

/** The settings to show: those that apply beside the others, and of alternatives the one that is given. */
export function shownSettings(fields: Fields, holder: JsonObject): Fields {
  const chosen = chosenAlternative(fields, holder);
  return fields.flatMap(([key, form]): Fields => {
    if (!isShown(form, holder)) return [];
    if (!form.alternative) return [[key, form]];
    return key === chosen ? [[key, { ...form, isOptional: false }]] : [];
  });
}

/** The settings of which exactly one is given. */
export function alternativesIn(fields: Fields): Fields {
  return fields.filter(([, { alternative }]) => alternative !== undefined);
}

export function chosenAlternative(fields: Fields, holder: JsonObject): string | undefined {
  const keys = alternativesIn(fields).map(([key]) => key);
  return keys.find((key) => Object.hasOwn(holder, key)) ?? keys[0];
}

/** The object with one alternative instead of another. */
export function chooseAlternative(fields: Fields, holder: JsonObject, chosen: string): JsonObject {
  const next = { ...holder };
  for (const [key] of alternativesIn(fields)) delete next[key];
  const blank = fields.find(([key]) => key === chosen)?.[1].alternative?.blank;
  return { ...next, [chosen]: blank };
}

/**
 * A change of a setting, together with the changes of the settings that depend on it: those that no longer apply are
 * removed, those that now apply start with their blank value.
 */
export function changeSetting(step: DraftStep, path: Path, value: unknown): { path: Path; value: unknown } {
  const key = path.at(-1);
  const holderPath = path.slice(0, -1);
  const holder = findAt(step, holderPath);
  if (typeof key !== "string" || !isObject(holder)) return { path, value };
  const dependents = fieldsAt(step, holderPath).filter(([, { shownIf }]) => shownIf?.setting === key);
  if (dependents.length === 0) return { path, value };

  const { [key]: _, ...others } = holder;
  const next: JsonObject = value === undefined ? others : { ...holder, [key]: value };
  for (const [name, form] of dependents) {
    const blank = form.shownIf?.blank;
    if (!isShown(form, { [key]: value })) delete next[name];
    else if (next[name] === undefined && blank !== undefined) next[name] = structuredClone(blank);
  }
  return { path: holderPath, value: next };
}

function isShown({ shownIf }: Form, holder: JsonObject): boolean {
  if (!shownIf || !Object.hasOwn(holder, shownIf.setting)) return true;
  return shownIf.isOneOf.includes(holder[shownIf.setting]);
}

/** The fields of the object at a path of a step. */
function fieldsAt(step: DraftStep, path: Path): Fields {
  const type = findType(step);
  let form: Form | undefined = type && describe(type.settings);
  for (const [depth, key] of path.entries()) form = form && formInside(form, key, findAt(step, path.slice(0, depth)));
  if (form?.kind === "union") {
    const chosen = findAt(step, [...path, form.discriminator]);
    form = form.options.find(([name]) => name === chosen)?.[1];
  }
  return form?.kind === "object" ? form.fields : [];
}
