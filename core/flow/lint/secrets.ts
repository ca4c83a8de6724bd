import { isOfCall } from "../../model/form.ts";
import { isObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { templatesIn } from "../document/references.ts";
import { isForHost } from "../document/secret-host.ts";
import { isTypedCredential } from "../document/secret-values.ts";
import { type Field, listFields } from "../document/walk.ts";
import type { Finding, LintContext } from "../problem.ts";
import { secretsOfTemplate } from "../render/secret-text.ts";

/**
 * Finds secrets that the page lacks, that stand where none is filled in or are not for the host of their call, and
 * credentials typed into a flow.
 */
export function lintSecrets(document: unknown, context: LintContext): Finding[] {
  return listFields(document).flatMap((field) => [
    ...templatesIn(field).flatMap(({ text, path }) => faultsOf(document, field, { text, path }, context)),
    ...(field.meta.input === "secret" && isTypedCredential(field)
      ? [{ code: "credential_typed" as const, step: field.step, path: pointer(field.path), message: typed }]
      : []),
  ]);
}

function faultsOf(
  document: unknown,
  { step, meta }: Field,
  { text, path }: { text: string; path: PropertyKey[] },
  { secrets }: LintContext,
): Finding[] {
  const names = secretsOfTemplate(text);
  if (names.length === 0) return [];
  const place = { step, path: pointer(path) };
  if (!isOfCall(meta.template)) return [{ code: "secret_misplaced", ...place, message: misplaced }];
  if (!secrets) return [];
  if (names.some((name) => !secrets.has(name))) return [{ code: "secret_missing", ...place, message: missing }];
  const address = addressOf(document, step);
  const isFor = (hosts: readonly string[]) => hosts.length === 0 || !address || isForHost(hosts, address);
  if (names.every((name) => isFor(secrets.get(name) ?? []))) return [];
  return [{ code: "secret_not_for_host", ...place, message: notForHost }];
}

/** The address that the step calls; its host has no variables. */
function addressOf(document: unknown, step: string): URL | null {
  const steps = isObject(document) ? document.steps : undefined;
  const settings = isObject(steps) ? steps[step] : undefined;
  return isObject(settings) && typeof settings.url === "string" ? URL.parse(settings.url) : null;
}

const missing = "names a secret that the page does not have";
const misplaced = "holds a secret, which is filled in only in calls";
const notForHost = "holds a secret that is not for the host of this call";
const typed = "must not be a password or key: keep it as a secret of the page, and write {{secret.name}} here";
