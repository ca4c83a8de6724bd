import type { retention } from "@banter/core/api/management/page/retention.ts";
import { getRetention, saveRetention } from "../../../store/retention/retention-settings.ts";
import type { ManagementHandlers } from "./handlers.ts";

export const retentionHandlers: ManagementHandlers<typeof retention> = {
  "GET /pages/:page_id/retention": ({ db }, { pageId }) => getRetention(db, pageId),

  "PUT /pages/:page_id/retention": async ({ db }, { pageId, body }) => {
    await saveRetention(db, pageId, body);
    return body;
  },
};
