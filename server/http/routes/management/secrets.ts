import type { secrets } from "@banter/core/api/management/secrets.ts";
import { removePageSecret, setPageSecret } from "../../../domain/catalog/page-secrets.ts";
import { listPageSecrets } from "../../../store/catalog/page-secrets.ts";
import type { ManagementHandlers } from "./handlers.ts";

export const secretHandlers: ManagementHandlers<typeof secrets> = {
  "GET /pages/:page_id/secrets": async ({ db }, { pageId }) => ({
    secrets: (await listPageSecrets(db, pageId)).map(({ name, hosts, updatedAt }) => ({
      ...{ name, hosts },
      updated_at: updatedAt,
    })),
  }),

  "PUT /pages/:page_id/secrets/:name": async (deps, { pageId, params, body, note }) => {
    await setPageSecret(deps, pageId, params.name, body);
    note({ subject: params.name });
    return {};
  },

  "DELETE /pages/:page_id/secrets/:name": async (deps, { pageId, params, note }) => {
    await removePageSecret(deps, pageId, params.name);
    note({ subject: params.name });
    return {};
  },
};
