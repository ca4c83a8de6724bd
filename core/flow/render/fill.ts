import type { FieldType } from "../../model/custom-field.ts";
import type { Landing } from "../../model/form.ts";
import type { Payload } from "../../model/payload.ts";
import type { ParsedDocument } from "../document/document.ts";
import {
  escapes,
  type FillContext,
  fillTemplate,
  type Lookup,
  parseTemplate,
  type TemplatePart,
} from "./template.ts";
import { limits } from "../limits.ts";
import type { PageSetup } from "../turn/page-setup.ts";
import { withOffset } from "../time.ts";
import type { Trace, ValueSource } from "../trace.ts";
import { readField } from "../fields/customer-fields.ts";
import { note, type OpenTurn } from "../turn/open-turn.ts";
import { efforts, isSpent, spend } from "../work.ts";

/** Fills templates for one run, and remembers what was wrong with them. */
export type Filler = {
  /** Nothing for a text that grew too long, or that is too much work, which `failure` tells. */
  fill: (template: string, landing?: Landing) => string;
  /** What the templates filled since the last call knew no value for. */
  takeUnknown: () => string[];
  failure: () => "text_too_long" | "too_much_work" | undefined;
};

export type FillScope = Pick<OpenTurn, "customer" | "now" | "random" | "trace" | "work"> & {
  setup: Pick<PageSetup, "name" | "zone" | "fields" | "conversationLink">;
};

/** `variables` are the run's own, as they are when a template is filled. */
export function fillerFor(scope: FillScope, variables: () => Payload, document?: ParsedDocument): Filler {
  const context = contextFor(scope, variables);
  const templates = document && templatesOf(document);
  let unknown: string[] = [];
  let hasOverflowed = false;

  return {
    fill(template, landing = "text") {
      if (!template.includes("{{")) return template;
      if (isSpent(scope)) return "";
      context.escape = escapes[landing];
      context.maxLength = landing === "body" ? limits.bodyLength : limits.textLength;
      const parts = templates ? parsed(templates, template) : parseTemplate(template);
      const filled = fillTemplate(parts, context);
      spend(scope, efforts.templatePart * parts.length + filled.text.length);
      for (const name of filled.unknown) note(scope, { note: "unknown_variable", name: cut(name) });
      unknown.push(...filled.unknown);
      if (filled.text.length <= context.maxLength) return filled.text;
      hasOverflowed = true;
      return "";
    },
    takeUnknown() {
      const taken = unknown;
      unknown = [];
      return taken;
    },
    failure: () => (hasOverflowed ? "text_too_long" : isSpent(scope) ? "too_much_work" : undefined),
  };
}

/** Reads what the turn has come to so far, so that a template sees what the step before has set. */
function contextFor(scope: FillScope, variables: () => Payload): FillContext {
  const { setup, now, random, trace } = scope;
  let date: string | undefined;
  const from = (source: ValueSource, find: (name: string) => string | undefined): Lookup => ({
    get(name) {
      const value = find(name);
      if (value !== undefined) keepValue(trace, name, source, value);
      return value;
    },
  });
  return {
    payload: from("payload", (name) => (Object.hasOwn(variables(), name) ? variables()[name] : undefined)),
    customer: from("customer", (name) => {
      if (name === "psid") return scope.customer.psid;
      if (name === "ad_id") return scope.customer.adId ?? "";
      return readField(scope.customer, name) ?? (fieldTypes(setup).has(name) ? "" : undefined);
    }),
    page: from("page", (name) => (name === "page_name" ? setup.name : undefined)),
    builtIns: from("built_in", (name) => {
      if (name === "current_date") {
        date ??= withOffset(now, setup.zone);
        return date;
      }
      return name === "CONVERSATION_LINK" ? setup.conversationLink(scope.customer.psid) : undefined;
    }),
    choose: (count) => Math.min(Math.floor(random() * count), count - 1),
  };
}

const maxValues = 20;
const maxValueLength = 60;

function keepValue(trace: Trace, name: string, source: ValueSource, value: string): void {
  trace.values ??= [];
  if (trace.values.length >= maxValues || trace.values.some(([known]) => known === cut(name))) return;
  trace.values.push([cut(name), source, cut(value)]);
}

function cut(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength).toWellFormed()}…` : text;
}

type Templates = Map<string, TemplatePart[]>;

/** A document's templates are taken apart once, however often it runs. */
const templatesByDocument = new WeakMap<ParsedDocument, Templates>();

function templatesOf(document: ParsedDocument): Templates {
  const known = templatesByDocument.get(document);
  if (known) return known;
  const templates: Templates = new Map();
  templatesByDocument.set(document, templates);
  return templates;
}

function parsed(templates: Templates, template: string): TemplatePart[] {
  const known = templates.get(template);
  if (known) return known;
  const parts = parseTemplate(template);
  // Content that a request answered with comes by here too, so that there may be ever new ones.
  if (templates.size < maxTemplates) templates.set(template, parts);
  return parts;
}

const maxTemplates = 10_000;

const typesBySetup = new WeakMap<PageSetup["fields"], Map<string, FieldType>>();

/** The page's custom fields by their names. */
export function fieldTypes({ fields }: Pick<PageSetup, "fields">): ReadonlyMap<string, FieldType> {
  const known = typesBySetup.get(fields);
  if (known) return known;
  const types = new Map([...fields.values()].map(({ name, type }) => [name, type] as const));
  typesBySetup.set(fields, types);
  return types;
}
