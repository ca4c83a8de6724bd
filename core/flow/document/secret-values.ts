import type { Fault } from "../../model/error.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { parseTemplate } from "../render/template.ts";
import { secretNameOf } from "../secret-name.ts";
import { type Field, listFields } from "./walk.ts";

/** Shown in place of a value that only those may read who may change it. */
export const secretMask = "••••••••";

/** The document without the header values of its calls, for those who may only look. */
export function maskSecrets<Document>(document: Document): Document {
  return mapSecrets(document, ({ holder, value }) =>
    plainHeader.test(String(holder.name)) || (typeof value === "string" && isReadable(value)) ? value : secretMask,
  );
}

/**
 * The document with the values that its masks stand for: those of the same step and header in the `known` documents,
 * the first that has one. A mask without a value stays, and `masksIn` finds it.
 */
export function unmaskSecrets<Document>(document: Document, known: unknown[]): Document {
  if (masksIn(document).length === 0) return document;
  const values = new Map(
    known.toReversed().flatMap((each) => secretFields(each).map(([place, { value }]) => [place, value])),
  );
  const places = new Map(secretFields(document).map(([place, field]) => [field.holder, place]));
  return mapSecrets(document, ({ holder, value }) =>
    value === secretMask ? (values.get(places.get(holder) ?? "") ?? value) : value,
  );
}

/** The paths of values that are masks. */
export function masksIn(document: unknown): PropertyKey[][] {
  return secretFields(document).flatMap(([, { value, path }]) => (value === secretMask ? [path] : []));
}

export function faultOfMask(path: PropertyKey[]): Fault {
  return { path: pointer(path), message: "is hidden, and there is no value it stands for: write the value" };
}

/** A password or key that was typed into a header, by the header's name. */
export function isTypedCredential({ holder, value }: Field): boolean {
  const name = typeof holder.name === "string" ? holder.name : "";
  return credentialHeader.test(name) && typeof value === "string" && !isReadable(value);
}

const plainHeader = /^(accept(-.*)?|content-type|user-agent)$/i;
const credentialHeader = /authorization|api[-_]?key|token|secret|password|credential|signature/i;

/** True if nothing of the value is worth hiding: its only text besides variables is an authentication scheme. */
function isReadable(value: string): boolean {
  const parts = parseTemplate(value);
  const hasSecret = parts.some((part) => part.type === "variable" && secretNameOf(part.name) !== undefined);
  const text = parts.map((part) => (part.type === "variable" ? ` ${part.fallback ?? ""}` : part.source)).join("");
  return text.trim() === "" || (hasSecret && /^\s*(bearer|basic|token|apikey|key)\s*=?\s*$/i.test(text));
}

/** The secret fields, each with its place: the step, the header's name, and which one of that name it is. */
function secretFields(document: unknown): [place: string, field: Field][] {
  const counts = new Map<string, number>();
  return listFields(document)
    .filter(({ meta }) => meta.input === "secret")
    .map((field) => {
      const header = `${field.step} ${String(field.holder.name).toLowerCase()}`;
      const count = (counts.get(header) ?? 0) + 1;
      counts.set(header, count);
      return [`${header} ${count}`, field];
    });
}

/** Every other byte of the document's JSON stays the same. */
function mapSecrets<Document>(document: Document, change: (field: Field) => unknown): Document {
  const changes = new Map<JsonObject, [key: string, value: unknown]>(
    secretFields(document).map(([, field]) => [field.holder, [field.key, change(field)]]),
  );
  function rebuild(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(rebuild);
    if (!isObject(value)) return value;
    const [changed, to] = changes.get(value) ?? [];
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === changed ? to : rebuild(item)]));
  }
  return rebuild(document) as Document;
}
