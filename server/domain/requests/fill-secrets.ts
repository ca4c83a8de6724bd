import { isForHost } from "@banter/core/flow/document/secret-host.ts";
import { secretsIn, withSecretValues } from "@banter/core/flow/render/secret-text.ts";
import { escapes } from "@banter/core/flow/render/template.ts";
import { findSecretValues, type OpenSecret } from "../../store/catalog/page-secrets.ts";
import type { Db } from "../../store/db/db.ts";
import type { FlowRequest } from "../../store/runtime/requests.ts";

/** A request with all its values, for the call only; it must not be stored or logged. */
export type FilledRequest = {
  request: { method: string; url: string; headers: [string, string][]; body?: string };
  /** True if the secrets of the request may be sent to the address. */
  mayGetSecrets: (address: URL) => boolean;
  /** The text without the secrets in it, should an answer repeat one. */
  mask: (text: string) => string;
};

/** Why a request cannot be filled in. */
export type UnfilledReason = "secret_missing" | "secret_not_for_host";

/** Puts in the page's secrets, unless it lacks one that the request needs, or one is not for the request's host. */
export async function fillSecrets(
  db: Db,
  pageId: string,
  request: Pick<FlowRequest, "method" | "url" | "headers" | "body">,
): Promise<FilledRequest | UnfilledReason> {
  const { method, url, headers, body } = request;
  const names = [url, ...headers.map(([, value]) => value), body ?? ""].flatMap(secretsIn);
  const secrets = names.length > 0 ? await findSecretValues(db, pageId, [...new Set(names)]) : noSecrets;
  if (names.some((name) => !secrets.has(name))) return "secret_missing";
  const values = new Map([...secrets].map(([name, { value }]) => [name, value]));
  const address = withSecretValues(url, values, escapes.address);
  const mayGetSecrets = (to: URL) =>
    [...secrets.values()].every(({ hosts }) => hosts.length === 0 || isForHost(hosts, to));
  const target = URL.parse(address);
  if (target && !mayGetSecrets(target)) return "secret_not_for_host";
  return {
    request: {
      ...{ method, url: address },
      headers: headers.map(([name, value]) => [name, withSecretValues(value, values, escapes.header)]),
      ...(body !== undefined && { body: withSecretValues(body, values, escapes.body) }),
    },
    mayGetSecrets,
    mask: maskOf([...values.values()]),
  };
}

const noSecrets: ReadonlyMap<string, OpenSecret> = new Map();

/** A body may repeat a value as it is, as JSON, or as it stood in the address. */
function maskOf(values: string[]): (text: string) => string {
  const forms = [...new Set(values.flatMap((value) => [value, escapes.body(value), escapes.address(value)]))];
  // A value may be a part of another one: the longest goes first.
  forms.sort((one, other) => other.length - one.length);
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, () => "[secret]"), text);
}
