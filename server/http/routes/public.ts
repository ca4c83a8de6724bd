import type { Call, Handlers } from "@banter/core/api/contract.ts";
import type { publicApi } from "@banter/core/api/public.ts";
import { flowNotFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { type Listing, listFolder, listTree } from "../../domain/catalog/folders.ts";
import { createKeyword, linkKeyword } from "../../domain/catalog/keywords.ts";
import { sendContent, sendFlow } from "../../domain/sending/sends.ts";
import { findFlowStatus } from "../../store/catalog/flows.ts";
import { listIceBreakers } from "../../store/catalog/ice-breakers.ts";
import { listKeywordFlows } from "../../store/catalog/keywords.ts";
import { listMenuItems, type MenuItem } from "../../store/catalog/menu-items.ts";
import { listTools } from "../../store/catalog/tools.ts";
import { getFlowStatistics } from "../../store/runtime/step-statistics.ts";

export const publicHandlers: Handlers<typeof publicApi, Deps> = {
  "GET /flows": async (deps, { pageId, query }) =>
    listing(await (query.path ? listFolder(deps, pageId, query.path) : listTree(deps, pageId))),

  "GET /flows/:path": async (deps, { pageId, params }) => listing(await listFolder(deps, pageId, params.path)),

  "GET /keywords": async ({ db }, { pageId }) => ({
    success: true,
    data: (await listKeywordFlows(db, pageId)).map(({ id, flowId, isActivated }) => ({
      is_activated: isActivated,
      id,
      flow_id: flowId,
    })),
  }),

  "GET /ice_breaker": async ({ db }, { pageId }) => ({
    success: true,
    data: (await listIceBreakers(db, pageId)).flatMap(({ id, title, flowId }) =>
      flowId === null ? [] : [{ title, id, flow_id: flowId }],
    ),
  }),

  "GET /main_menu": async ({ db }, { pageId }) => ({
    success: true,
    data: (await listMenuItems(db, pageId)).flatMap(menuItem),
  }),

  "GET /tools": async ({ db }, { pageId }) => ({
    success: true,
    data: (await listTools(db, pageId)).map(({ type, name, isPublished, id }) => ({
      type,
      name,
      is_published: isPublished,
      id,
    })),
  }),

  "POST /keywords/create": async (deps, { pageId, body }) => {
    const { id, flowId } = await createKeyword(deps, pageId, body?.flow_id);
    return { success: true, keyword: { id, flow_id: flowId } };
  },

  "POST /keywords/update": async (deps, { pageId, body }) => {
    await linkKeyword(deps, pageId, body.keyword_id, body.update.flow_id);
    return { success: true, keyword: { id: body.keyword_id, flow_id: body.update.flow_id } };
  },

  "GET /flows/:flow_id/statistics": async ({ db }, { pageId, params }) => {
    if (!(await findFlowStatus(db, pageId, params.flow_id))) throw flowNotFound();
    const { sent, delivery, seen, isClicked, totalPhoneNumber } = await getFlowStatistics(db, pageId, params.flow_id);
    return {
      success: true,
      data: { sent, delivery, seen, is_clicked: isClicked, total_phone_number: totalPhoneNumber },
    };
  },

  "POST /flows/send_flow": async (deps, { pageId, body, call }) => {
    const { psid, flow_id, payload } = body;
    return accepted(call, await sendFlow(deps, pageId, { psid, flowId: flow_id, payload }, call));
  },

  "POST /flows/send_content": async (deps, { pageId, body, call }) => {
    const { psid, data, message_tag, payload } = body;
    return accepted(
      call,
      await sendContent(deps, pageId, { psid, data, messageTag: message_tag ?? null, payload }, call),
    );
  },
};

/** The header `x-send-id` carries the send's id. A dry run has none. */
function accepted({ setHeader }: Call, sendId: number | undefined) {
  if (sendId === undefined) setHeader("preference-applied", "dry-run");
  else setHeader("x-send-id", String(sendId));
  return { success: true as const };
}

function menuItem({ id, title, flowId, url }: MenuItem) {
  if (url !== null) return { type: "link" as const, title, id, url };
  return flowId === null ? [] : { type: "flow" as const, title, id, flow_id: flowId };
}

function listing({ folders, flows }: Listing) {
  return {
    success: true as const,
    data: {
      folders: folders.map(({ id, name, parentId }) => ({ id, name, parent_id: parentId })),
      flows: flows.map(({ id, name, folderId }) => ({ id, name, parent_id: folderId })),
    },
  };
}
