import { secretsIn, withSecretValues } from "@banter/core/flow/render/secret-text.ts";
import { escapes } from "@banter/core/flow/render/template.ts";
import { findSecretValues } from "../../store/catalog/page-secrets.ts";
import type { FlowRequest } from "../../store/conversations/requests.ts";
import type { Db } from "../../store/db/db.ts";

/** A request with all its values, for the call only; it must not be stored or logged. */
export type FilledRequest = {
  request: { method: string; url: string; headers: [string, string][]; body?: string };
  /** The text without the secrets in it, should an answer repeat one. */
  mask: (text: string) => string;
};

/** Puts in the page's secrets, unless it lacks one that the request needs. */
export async function fillSecrets(
  db: Db,
  pageId: string,
  request: Pick<FlowRequest, "method" | "url" | "headers" | "body">,
): Promise<FilledRequest | "secret_missing"> {
  const { method, url, headers, body } = request;
  const names = [...headers.map(([, value]) => value), body ?? ""].flatMap(secretsIn);
  const values = names.length > 0 ? await findSecretValues(db, pageId, [...new Set(names)]) : new Map<string, string>();
  if (names.some((name) => !values.has(name))) return "secret_missing";
  return {
    request: {
      ...{ method, url },
      headers: headers.map(([name, value]) => [name, withSecretValues(value, values, escapes.header)]),
      ...(body !== undefined && { body: withSecretValues(body, values, escapes.body) }),
    },
    mask: maskOf([...values.values()]),
  };
}

/** A body may repeat a value as it is or as JSON. */
function maskOf(values: string[]): (text: string) => string {
  const forms = [...new Set(values.flatMap((value) => [value, escapes.body(value)]))];
  // A value may be a part of another one: the longest goes first.
  forms.sort((one, other) => other.length - one.length);
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, () => "[secret]"), text);
}
