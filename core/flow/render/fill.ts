import { BoundedMap } from "../../model/limits/bounded-map.ts";
import type { Payload } from "../../model/payload.ts";
import type { Advertisement, Customer } from "../customer.ts";
import { readField } from "../fields/customer-fields.ts";
import { type CustomFields, fieldTypes } from "../fields/field-types.ts";
import { limits } from "../limits.ts";
import { cutValue, recordFallback, recordNote, recordValue } from "../record-trace.ts";
import type { ConversationState } from "../state.ts";
import { withOffset } from "../time.ts";
import type { Trace, ValueSource } from "../trace.ts";
import { efforts, isSpent, spend } from "../turn/work.ts";
import {
  escapes,
  type FillContext,
  type FillPlace,
  fillTemplate,
  type Lookup,
  parseTemplate,
  type TemplatePiece,
} from "./template.ts";

/** Fills the templates of one run and remembers what went wrong. */
export type Filler = {
  /** Returns an empty text once a text has grown too long or the turn's work is spent. Then `failure` says so. */
  fill: (template: string, place?: FillPlace) => string;
  /** Returns the unknown names in templates filled since the last call. */
  takeUnknown: () => string[];
  failure: () => "text_too_long" | "too_much_work" | undefined;
};

/** The parts of a turn that templates are filled from. */
export type FillScope = {
  readonly setup: { name: string; zone: string; fields: CustomFields; conversationLink: (psid: string) => string };
  customer: Customer;
  readonly state?: Pick<ConversationState, "ad">;
  readonly now: number;
  readonly random: () => number;
  readonly trace: Trace;
  work: number;
};

/** `variables` returns the run's current variables. The parts of templates are cached per `document`. */
export function fillerFor(scope: FillScope, variables: () => Payload, document?: object): Filler {
  const context = contextFor(scope, variables);
  const templates = document && templatesOf(document);
  let unknown: string[] = [];
  let hasOverflowed = false;

  return {
    fill(template, place = "text") {
      if (!template.includes("{{")) return template;
      if (isSpent(scope)) return "";
      context.escape = escapes[place];
      context.maxLength = place === "body" ? limits.bodyLength : limits.textLength;
      const parts = templates ? parsed(templates, template) : parseTemplate(template);
      const filled = fillTemplate(parts, context);
      spend(scope, efforts.templatePart * parts.length + filled.text.length);
      for (const name of filled.unknown) recordNote(scope, { note: "unknown_variable", name: cutValue(name) });
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

/** Reads the turn as it is when a template is filled, so that a template sees changes by earlier steps. */
function contextFor(scope: FillScope, variables: () => Payload): FillContext {
  const { setup, now, random } = scope;
  let date: string | undefined;
  const from = (source: ValueSource, find: (name: string) => string | undefined): Lookup => ({
    get(name) {
      const value = find(name);
      if (value !== undefined) recordValue(scope, name, source, value);
      return value;
    },
  });
  return {
    payload: from("payload", (name) => (Object.hasOwn(variables(), name) ? variables()[name] : undefined)),
    customer: from("customer", (name) => {
      if (name === "psid") return scope.customer.psid;
      if (name === "ad_id") return scope.customer.adId ?? "";
      const value = readField(scope.customer, name) ?? (fieldTypes(setup).has(name) ? "" : undefined);
      // A custom field of the page comes before a variable of this name.
      return value ?? adVariables.get(name)?.(scope.state?.ad ?? {});
    }),
    page: from("page", (name) => (name === "page_name" ? setup.name : undefined)),
    builtIns: from("built_in", (name) => {
      if (name === "current_date") {
        date ??= withOffset(now, setup.zone);
        return date;
      }
      return name === "CONVERSATION_LINK" ? setup.conversationLink(scope.customer.psid) : undefined;
    }),
    onFallback: (name, fallback) => recordFallback(scope, name, fallback),
    choose: (count) => Math.min(Math.floor(random() * count), count - 1),
  };
}

const adVariables: ReadonlyMap<string, (ad: Advertisement) => string> = new Map([
  ["ad_title", ({ title = "" }) => title],
  ["ad_body", ({ body = "" }) => body],
  ["ad_url", ({ url = "" }) => url],
  ["ctwa_clid", ({ clickId = "" }) => clickId],
]);

type Templates = Map<string, TemplatePiece[]>;

/** Parsed templates, so that a document's templates are parsed once. */
const templatesByDocument = new WeakMap<object, Templates>();

function templatesOf(document: object): Templates {
  const known = templatesByDocument.get(document);
  if (known) return known;
  // Content that requests have answered with comes here too, so the number of templates has no limit of its own.
  const templates: Templates = new BoundedMap(maxTemplates);
  templatesByDocument.set(document, templates);
  return templates;
}

function parsed(templates: Templates, template: string): TemplatePiece[] {
  const known = templates.get(template);
  if (known) return known;
  const parts = parseTemplate(template);
  templates.set(template, parts);
  return parts;
}

const maxTemplates = 10_000;
