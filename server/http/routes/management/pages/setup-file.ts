import type { FileToApply, pageFiles } from "@banter/core/api/management/setup-file.ts";
import { isAllowed } from "@banter/core/model/role.ts";
import { type ApplyOptions, applyPageFile, parsePageFile, planPageFile } from "../../../../domain/page-file/apply.ts";
import { readFlowFile } from "../../../../domain/page-file/flow-file.ts";
import { maskFile } from "../../../../domain/page-file/masked-file.ts";
import { addContents, placeMedia, planMedia, useOwnMedia } from "../../../../domain/page-file/media.ts";
import { findMissingSecrets } from "../../../../domain/page-file/missing-secrets.ts";
import { readPageFile } from "../../../../domain/page-file/read.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const pageFileHandlers: ManagementHandlers<typeof pageFiles> = {
  "GET /pages/:page_id/file": async (deps, { pageId, role, query }) => {
    const read = await readPageFile(deps, pageId);
    const file = query.contents === "true" ? await addContents(deps, pageId, read) : read;
    return isAllowed(role, "build") ? file : maskFile(file);
  },

  "GET /pages/:page_id/flows/:flow_id/file": async (deps, { pageId, params, role, query }) => {
    const read = await readFlowFile(deps, pageId, params.flow_id, { withFlows: query.with_flows === "true" });
    const file = query.contents === "true" ? await addContents(deps, pageId, read) : read;
    return isAllowed(role, "build") ? file : maskFile(file);
  },

  "POST /pages/:page_id/file/plan": async (deps, { pageId, body }) => {
    const file = parsePageFile(body.file);
    const changes = await planPageFile(deps, pageId, await useOwnMedia(deps, pageId, file), optionsOf(body));
    const media = await planMedia(deps, pageId, file);
    return {
      changes: [...changes, ...media.changes],
      missing_secrets: await findMissingSecrets(deps, pageId, body.file),
      missing_media: media.missing,
    };
  },

  "POST /pages/:page_id/file/apply": {
    // A file that cannot be applied must not leave stored files behind.
    async prepare(deps, { pageId, user, body }) {
      await planPageFile(deps, pageId, body.file, optionsOf(body));
      await placeMedia(deps, { pageId, userId: user.id }, parsePageFile(body.file));
    },
    async handle(deps, { pageId, body, note }) {
      const file = await useOwnMedia(deps, pageId, parsePageFile(body.file));
      const changes = await applyPageFile(deps, pageId, file, optionsOf(body));
      note({ subject: String(changes.length) });
      const { missing } = await planMedia(deps, pageId, file);
      return {
        changed: changes.length,
        missing_secrets: await findMissingSecrets(deps, pageId, body.file),
        missing_media: missing,
      };
    },
  },
};

function optionsOf(body: FileToApply): ApplyOptions {
  return { prune: body.prune, leftOut: body.leave_out, keepFlows: body.keep_flows, keepName: body.keep_name };
}
