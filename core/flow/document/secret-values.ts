import type { Fault } from "../../model/error.ts";
import { isOfCall } from "../../model/form.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { parseTemplate } from "../render/template.ts";
import { secretNameOf } from "../secret-name.ts";
import { type Field, listFields } from "./walk.ts";

/** Shown in place of a value that only those may read who may change it. */
export const secretMask = "••••••••";

/** The document without the addresses, header values and bodies of its calls, for those who may only look. */
export function maskSecrets<Document>(document: Document): Document {
  return mapSecrets(document, ({ field }) => masked(field));
}

/** An address without everything behind its host, where keys often stand. */
export function maskAddress(address: string): string {
  const [, origin = "", rest = ""] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(address) ?? [];
  // Credentials stand before an @. Programs read backslashes differently.
  if (origin === "" || /[@\\{]/.test(origin)) return secretMask;
  return isReadable(rest.replace(/^[/?#]/, "")) ? address : `${origin}/${secretMask}`;
}

/** True if the address, or everything behind its host, is a mask. */
export const isMaskedAddress = (address: unknown): boolean =>
  typeof address === "string" && (address === secretMask || address.endsWith(`/${secretMask}`));

/**
 * The document with the values that its masks stand for: those of the same place in the `known` documents, the first
 * that looks like this when masked. A mask without a value stays, and `masksIn` finds it. So an address with another
 * host gets nothing of the stored one.
 */
export function unmaskSecrets<Document>(document: Document, known: unknown[]): Document {
  if (masksIn(document).length === 0) return document;
  const stored = known.flatMap(secretFields);
  return mapSecrets(document, ({ place, field: { value, meta } }) => {
    if (!isMask(value, meta)) return value;
    const meant = stored.find((other) => other.place === place && masked(other.field) === value);
    return meant ? meant.field.value : value;
  });
}

/** The paths of values that are masks. */
export function masksIn(document: unknown): PropertyKey[][] {
  return secretFields(document).flatMap(({ field: { value, meta, path } }) => (isMask(value, meta) ? [path] : []));
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

function masked({ holder, value, meta }: Field): unknown {
  if (meta.template === "header" && plainHeader.test(String(holder.name))) return value;
  if (typeof value !== "string") return secretMask;
  if (meta.template === "address") return maskAddress(value);
  return isReadable(value) ? value : secretMask;
}

function isMask(value: unknown, { template }: Field["meta"]): boolean {
  return template === "address" ? isMaskedAddress(value) : value === secretMask;
}

/** True if nothing of the value is worth hiding: its only text besides variables is an authentication scheme. */
function isReadable(value: string): boolean {
  const parts = parseTemplate(value);
  const hasSecret = parts.some((part) => part.type === "variable" && secretNameOf(part.name) !== undefined);
  const text = parts.map((part) => (part.type === "variable" ? ` ${part.fallback ?? ""}` : part.source)).join("");
  return text.trim() === "" || (hasSecret && /^\s*(bearer|basic|token|apikey|key)\s*=?\s*$/i.test(text));
}

/** `place`: the step, the setting or the header's name, and which one of that name it is. */
type SecretField = { place: string; field: Field };

function secretFields(document: unknown): SecretField[] {
  const counts = new Map<string, number>();
  return listFields(document)
    .filter(({ meta }) => isOfCall(meta.template))
    .map((field) => {
      const { step, meta, holder } = field;
      const name = `${step} ${meta.template} ${meta.template === "header" ? String(holder.name).toLowerCase() : ""}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return { place: `${name} ${count}`, field };
    });
}

/** Every other byte of the document's JSON stays the same. */
function mapSecrets<Document>(document: Document, change: (secret: SecretField) => unknown): Document {
  const changes = new Map<JsonObject, Map<string, unknown>>();
  for (const secret of secretFields(document)) {
    const { holder, key } = secret.field;
    const keys = changes.get(holder) ?? new Map<string, unknown>();
    changes.set(holder, keys.set(key, change(secret)));
  }
  function rebuild(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(rebuild);
    if (!isObject(value)) return value;
    const keys = changes.get(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, keys?.has(key) ? keys.get(key) : rebuild(item)]),
    );
  }
  return rebuild(document) as Document;
}
