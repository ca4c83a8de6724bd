import type { explanations } from "@banter/core/api/management/explanations.ts";
import { explainMessage } from "../../../../domain/conversations/explain.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const explanationHandlers: ManagementHandlers<typeof explanations> = {
  "GET /pages/:page_id/messages/:message_id/explain": (deps, { pageId, params, query }) =>
    explainMessage(deps, pageId, params.message_id, query.language),
};
