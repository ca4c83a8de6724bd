import type { conversations } from "@banter/core/api/management/conversations.ts";
import { getConversation, listConversationMessages, listInbox } from "../../../../domain/conversations/inbox.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const conversationHandlers: ManagementHandlers<typeof conversations> = {
  "GET /pages/:page_id/conversations": (deps, { pageId, user, query }) =>
    listInbox(deps, pageId, { ...query, userId: user.id }),

  "GET /pages/:page_id/conversations/:psid": (deps, { pageId, params }) => getConversation(deps, pageId, params.psid),

  "GET /pages/:page_id/conversations/:psid/messages": (deps, { pageId, params, query }) =>
    listConversationMessages(deps, pageId, params.psid, query),
};
