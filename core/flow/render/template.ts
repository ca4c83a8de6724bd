import type { Landing } from "../../model/form.ts";

/** A piece of a template. The sources of all pieces, one after the other, are the template's text. */
export type TemplatePart =
  | { type: "text"; source: string }
  | { type: "variable"; source: string; name: string }
  | { type: "spin"; source: string; choices: string[] }
  | { type: "gender"; source: string; choices: string[] };

/**
 * Reads `{{name}}`, `{{one|other}}` and `#GENDER{{he|she|they}}`. Braces that make none of these are plain text. No
 * brace stands inside a pair, so that reading takes time in proportion to the text, however many braces it holds.
 */
export function parseTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
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

/** Something that knows values by name: a Map, or what computes them when asked. */
export type Lookup = { get(name: string): string | undefined };

export type FillContext = {
  /** The run's own variables, which win over all others. */
  payload: Lookup;
  customer: Lookup;
  page: Lookup;
  builtIns: Lookup;
  /** Draws one of `count`: 0 to `count` - 1. */
  choose: (count: number) => number;
  /** Makes a value safe for where the text lands; see `escapes`. */
  escape?: (value: string) => string;
  /** Characters beyond which filling stops; the text is then longer than this. */
  maxLength?: number;
};

/**
 * The text with its values in place. They are put in as they are, templates in them included, escaped for where they
 * land. A name that nobody knows becomes nothing and is reported in `unknown`.
 */
export function fillTemplate(
  template: string | readonly TemplatePart[],
  context: FillContext,
): { text: string; unknown: string[] } {
  const unknown = new Set<string>();

  function fill(part: TemplatePart): string {
    if (part.type === "text") return part.source;
    if (part.type === "spin") return spin(part, context);
    if (part.type === "gender") return part.choices[genders.indexOf(genderFor(part.source, context))] ?? "";
    const value = find(part.name, context);
    if (value === undefined) unknown.add(part.name);
    return (context.escape ?? escapes.text)(value ?? "");
  }

  const { maxLength = Number.POSITIVE_INFINITY } = context;
  let text = "";
  for (const part of typeof template === "string" ? parseTemplate(template) : template) {
    text += fill(part);
    if (text.length > maxLength) break;
  }
  return { text, unknown: [...unknown] };
}

/** How values are written where templates land. A body is taken for JSON, with the template between quotes. */
export const escapes: Record<Landing, (value: string) => string> = {
  text: (value) => value,
  url: (value) => encodeURIComponent(value.toWellFormed()),
  header: (value) => value.replace(/\p{Cc}+/gu, " "),
  body: (value) => JSON.stringify(value).slice(1, -1),
};

function partOf(inner: string, isGender: boolean): TemplatePart | undefined {
  const source = `{{${inner}}}`;
  const choices = inner.split("|");
  if (isGender && (choices.length === 2 || choices.length === 3)) {
    return { type: "gender", source: `#GENDER${source}`, choices };
  }
  if (choices.length > 1) return { type: "spin", source, choices };
  const name = inner.trim();
  return name ? { type: "variable", source, name } : undefined;
}

function find(name: string, { payload, customer, page, builtIns }: FillContext): string | undefined {
  return payload.get(name) ?? customer.get(name) ?? page.get(name) ?? builtIns.get(name);
}

/** The payload may name a choice under the spin's very text. What is not among the choices is not the author's word. */
function spin({ source, choices }: { source: string; choices: string[] }, { payload, choose }: FillContext): string {
  const wanted = payload.get(source);
  const named =
    wanted === undefined ? undefined : choices.find((choice) => choice === wanted || choice.trim() === wanted);
  return named ?? choices[choose(choices.length)] ?? "";
}

const genders = ["MALE", "FEMALE", "UNKNOWN"];

/** The payload tells it under the very text, or once for all under the name that the public API documents. */
function genderFor(source: string, { payload, customer }: FillContext): string {
  const gender = payload.get(source) ?? payload.get("#GENDER{{MALE|FEMALE|UNKNOWN}}") ?? customer.get("gender");
  const name = gender?.trim().toUpperCase() ?? "";
  return genders.includes(name) ? name : "UNKNOWN";
}
