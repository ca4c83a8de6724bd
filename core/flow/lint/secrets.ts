import { pointer } from "../../model/pointer.ts";
import { templatesIn } from "../document/references.ts";
import { isTypedCredential } from "../document/secret-values.ts";
import { type Field, listFields } from "../document/walk.ts";
import type { Finding, LintContext } from "../problem.ts";
import { secretsOfTemplate } from "../render/secret-text.ts";

/** Finds secrets that the page lacks, that stand where none is filled in, and credentials typed into a flow. */
export function lintSecrets(document: unknown, context: LintContext): Finding[] {
  return listFields(document).flatMap((field) => [
    ...templatesIn(field).flatMap(({ text, path }) => faultsOf(field, text, path, context)),
    ...(field.meta.input === "secret" && isTypedCredential(field)
      ? [{ code: "credential_typed" as const, step: field.step, path: pointer(field.path), message: typed }]
      : []),
  ]);
}

function faultsOf({ step, meta }: Field, text: string, path: PropertyKey[], { secrets }: LintContext): Finding[] {
  const names = secretsOfTemplate(text);
  if (names.length === 0) return [];
  const place = { step, path: pointer(path) };
  if (meta.template !== "header" && meta.template !== "body")
    return [{ code: "secret_misplaced", ...place, message: misplaced }];
  if (!secrets || names.every((name) => secrets.has(name))) return [];
  return [{ code: "secret_missing", ...place, message: missing }];
}

const missing = "names a secret that the page does not have";
const misplaced = "holds a secret, which is filled in only in headers and bodies of calls";
const typed = "must not be a password or key: keep it as a secret of the page, and write {{secret.name}} here";
