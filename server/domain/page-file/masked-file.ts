import { faultOfMask, maskSecrets, masksIn, unmaskSecrets } from "@banter/core/flow/document/secret-values.ts";
import { invalidFields } from "@banter/core/model/error.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";

/** The file for those who may look at a page but not change it. */
export function maskFile(file: PageFile): PageFile {
  const flows = file.flows?.map((flow) => ({
    ...flow,
    document: maskSecrets(flow.document),
    draft: flow.draft && maskSecrets(flow.draft),
  }));
  return { ...file, flows };
}

/** The file with the page's own values in place of masks. Throws if a mask stands for none. */
export function unmaskFile(file: PageFile, page: PageFile): PageFile {
  const byName = new Map(page.flows?.map((flow) => [flow.name, flow]));
  const flows = file.flows?.map((flow) => {
    const { document, draft } = byName.get(flow.name) ?? {};
    return {
      ...flow,
      document: unmaskSecrets(flow.document, [document, draft]),
      draft: flow.draft && unmaskSecrets(flow.draft, [draft, document]),
    };
  });
  const faults = (flows ?? []).flatMap(({ document, draft }, index) => [
    ...masksIn(document).map((path) => faultOfMask(["flows", index, "document", ...path])),
    ...masksIn(draft).map((path) => faultOfMask(["flows", index, "draft", ...path])),
  ]);
  if (faults.length > 0) throw invalidFields(faults.slice(0, 100));
  return { ...file, flows };
}
