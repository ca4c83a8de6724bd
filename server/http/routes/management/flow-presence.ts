import type { flowPresence } from "@banter/core/api/management/flow-presence.ts";
import type { ManagementHandlers } from "./handlers.ts";

export const flowPresenceHandlers: ManagementHandlers<typeof flowPresence> = {
  "PUT /pages/:page_id/flows/:flow_id/presence": async ({ live }, { pageId, user, params, body }) => {
    const isGone = body.state === "gone";
    live.setFlowPresence(pageId, { flowId: params.flow_id, tab: body.tab, userId: user.id, name: user.name, isGone });
    return { members: live.listPresentInFlow(pageId, params.flow_id) };
  },
};
