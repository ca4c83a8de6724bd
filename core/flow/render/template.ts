import type { Landing } from "../../model/form.ts";
import { isBlank } from "../../model/text.ts";
import { hideSigns } from "./markup.ts";

/** A part of a template. The sources of all parts, joined, are the template. */
export type TemplatePiece =
  | { type: "text"; source: string }
  | { type: "variable"; source: string; name: string; fallback?: string }
  | { type: "spin"; source: string; choices: string[] }
  | { type: "gender"; source: string; choices: string[] };

/**
 * Parses `{{name}}`, `{{name ?? fallback}}`, `{{one|other}}` and `#GENDER{{he|she|they}}`. Other braces are plain
 * text. A pair contains no brace, so parsing takes linear time however many braces there are.
 */
export function parseTemplate(text: string): TemplatePiece[] {
  const parts: TemplatePiece[] = [];
  let end = 0;
  for (const match of text.matchAll(/(#GENDER)?\{\{([^{}]*)\}\}/g)) {
    const part = partOf(match[2] ?? "", match[1] !== undefined);
    if (!part) continue;
    const start = match.index + match[0].length - part.source.length;
    if (start > end) parts.push({ type: "text", source: text.slice(end, start) });
    parts.push(part);
    end = start + part.source.length;
  }
  if (end < text.length) parts.push({ type: "text", source: text.slice(end) });
  return parts;
}

/** Values by name: a Map, or an object that computes them on demand. */
export type Lookup = { get(name: string): string | undefined };

export type FillContext = {
  /** The variables of the run, which take precedence. */
  payload: Lookup;
  customer: Lookup;
  page: Lookup;
  builtIns: Lookup;
  /** Called with each fallback that stands in for a value. */
  onFallback?: (name: string, fallback: string) => void;
  /** Draws a number from 0 to `count` - 1. */
  choose: (count: number) => number;
  /** Escapes a value for the place of the text; see `escapes`. */
  escape?: (value: string) => string;
  /** Filling stops once the text is longer than this. */
  maxLength?: number;
};

/**
 * The text with its values filled in and escaped. Templates inside values are not filled. An empty value is replaced
 * by the fallback, if one is given. An unknown name without a fallback is replaced by nothing and reported in
 * `unknown`.
 */
export function fillTemplate(
  template: string | readonly TemplatePiece[],
  context: FillContext,
): { text: string; unknown: string[] } {
  const unknown = new Set<string>();

  function fill(part: TemplatePiece): string {
    if (part.type === "text") return part.source;
    if (part.type === "spin") return spin(part, context);
    if (part.type === "gender") return part.choices[genders.indexOf(genderFor(part.source, context))] ?? "";
    if (part.fallback !== undefined) return toPlace(valueOrFallback(part, part.fallback, context));
    const value = find(part.name, context);
    if (value === undefined) unknown.add(part.name);
    return toPlace(value ?? "");
  }

  const { maxLength = Number.POSITIVE_INFINITY, escape: toPlace = escapes.text } = context;
  let text = "";
  for (const part of typeof template === "string" ? parseTemplate(template) : template) {
    text += fill(part);
    if (text.length > maxLength) break;
  }
  return { text, unknown: [...unknown] };
}

/**
 * The place that a text is filled for. `marked`: a text whose markup is read afterwards. `prompt`: the owner's words to
 * a model.
 */
export type FillPlace = Landing | "marked" | "prompt";

/** Escapes a value by the place of the text. A body is assumed to be JSON with the template between quotes. */
export const escapes: Record<FillPlace, (value: string) => string> = {
  text: (value) => value,
  marked: hideSigns,
  url: encodeValue,
  address: encodeValue,
  header: (value) => value.replace(/\p{Cc}+/gu, " "),
  body: (value) => JSON.stringify(value).slice(1, -1),
  prompt: quoted,
};

/** Longest value in the instructions of a model. */
const maxQuoted = 1000;

/** Customers write values: in a model's instructions they are one line in quotes, which they cannot end themselves. */
function quoted(value: string): string {
  const line = value
    .slice(0, maxQuoted)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[<‹]/g, "(")
    .replace(/[>›]/g, ")");
  return isBlank(line) ? "" : `‹${line.trim().toWellFormed()}›`;
}

function encodeValue(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

function partOf(inner: string, isGender: boolean): TemplatePiece | undefined {
  const source = `{{${inner}}}`;
  const choices = inner.split("|");
  if (isGender && (choices.length === 2 || choices.length === 3)) {
    return { type: "gender", source: `#GENDER${source}`, choices };
  }
  if (choices.length > 1) return { type: "spin", source, choices };
  const name = inner.trim();
  if (!name) return undefined;
  const at = name.indexOf("??");
  if (at < 1) return { type: "variable", source, name };
  return { type: "variable", source, name: name.slice(0, at).trimEnd(), fallback: name.slice(at + 2).trimStart() };
}

/**
 * The fallback is escaped like the value that it stands in for. A payload may have a key with question marks: then
 * the key is meant.
 */
function valueOrFallback({ source, name }: { source: string; name: string }, fallback: string, context: FillContext) {
  const value = context.payload.get(source.slice(2, -2).trim()) ?? find(name, context);
  if (value !== undefined && !isBlank(value)) return value;
  context.onFallback?.(name, fallback);
  return fallback;
}

function find(name: string, { payload, customer, page, builtIns }: FillContext): string | undefined {
  return payload.get(name) ?? customer.get(name) ?? page.get(name) ?? builtIns.get(name);
}

/** The payload may select a choice with the source of the spin as its key. Values that are no choice are ignored. */
function spin({ source, choices }: { source: string; choices: string[] }, { payload, choose }: FillContext): string {
  const wanted = payload.get(source);
  const named =
    wanted === undefined ? undefined : choices.find((choice) => choice === wanted || choice.trim() === wanted);
  return named ?? choices[choose(choices.length)] ?? "";
}

const genders = ["MALE", "FEMALE", "UNKNOWN"];

/** The payload may set it with the source of the part as its key, or with the key that the public API documents. */
function genderFor(source: string, { payload, customer }: FillContext): string {
  const gender = payload.get(source) ?? payload.get("#GENDER{{MALE|FEMALE|UNKNOWN}}") ?? customer.get("gender");
  const name = gender?.trim().toUpperCase() ?? "";
  return genders.includes(name) ? name : "UNKNOWN";
}
