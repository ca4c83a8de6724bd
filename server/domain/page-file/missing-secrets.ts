import { templatesIn } from "@banter/core/flow/document/references.ts";
import { listFields } from "@banter/core/flow/document/walk.ts";
import { secretsOfTemplate } from "@banter/core/flow/render/secret-text.ts";
import { isOfCall } from "@banter/core/model/form.ts";
import { PageFile } from "@banter/core/page-file/schema.ts";
import type { Deps } from "../../deps.ts";
import { listPageSecrets } from "../../store/catalog/page-secrets.ts";

/** The secrets that the file names or its flows use, and that the page does not have: somebody must add them. */
export async function findMissingSecrets({ db }: Pick<Deps, "db">, pageId: string, value: unknown): Promise<string[]> {
  const { data: file } = PageFile.safeParse(value);
  if (!file) return [];
  const there = new Set((await listPageSecrets(db, pageId)).map(({ name }) => name));
  return [...new Set([...(file.secrets ?? []), ...secretsOfFile(file)])].filter((name) => !there.has(name)).sort();
}

/** The names of the secrets that the file's flows use. */
export function secretsOfFile({ flows = [] }: Pick<PageFile, "flows">): string[] {
  const used = flows
    .flatMap(({ document, draft }) => [document, draft])
    .flatMap(listFields)
    .filter(({ meta }) => isOfCall(meta.template))
    .flatMap(templatesIn)
    .flatMap(({ text }) => secretsOfTemplate(text));
  return [...new Set(used)].sort();
}
