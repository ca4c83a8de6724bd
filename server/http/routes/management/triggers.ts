import type { triggers } from "@banter/core/api/management/triggers.ts";
import { cancelPublishing, schedulePublishing, switchFlow } from "../../../domain/catalog/flow-schedule.ts";
import {
  type CatalogUses,
  type FlowUse,
  listFlowUses,
  listUsesOfField,
  listUsesOfFlow,
  listUsesOfFolder,
  listUsesOfTag,
} from "../../../domain/catalog/uses.ts";
import { listed } from "./flows.ts";
import type { ManagementHandlers } from "./handlers.ts";

export const triggerHandlers: ManagementHandlers<typeof triggers> = {
  "GET /pages/:page_id/flows/:flow_id/uses": ({ db }, { pageId, params }) =>
    db.snapshot(async (db) => ({ uses: (await listUsesOfFlow(db, pageId, params.flow_id)).map(flowUse) })),

  "GET /pages/:page_id/flow_uses": ({ db }, { pageId, query }) =>
    db.snapshot(async (db) => ({ uses: (await listFlowUses(db, pageId, new Set(query.flow_ids))).map(flowUse) })),

  "GET /pages/:page_id/folders/:folder_id/uses": ({ db }, { pageId, params }) =>
    db.snapshot(async (db) => ({ uses: (await listUsesOfFolder(db, pageId, params.folder_id)).map(flowUse) })),

  "GET /pages/:page_id/tags/:tag_id/uses": ({ db }, { pageId, params }) =>
    db.snapshot(async (db) => catalogUses(await listUsesOfTag(db, pageId, params.tag_id))),

  "GET /pages/:page_id/fields/:field_id/uses": ({ db }, { pageId, params }) =>
    db.snapshot(async (db) => catalogUses(await listUsesOfField(db, pageId, params.field_id))),

  "PUT /pages/:page_id/flows/:flow_id/switch": async (deps, { pageId, params, body, note }) => {
    const { id, name } = await switchFlow(deps, pageId, params.flow_id, body.is_on);
    note({ subject: name, subjectId: id });
    return listed(deps, pageId, id);
  },

  "PUT /pages/:page_id/flows/:flow_id/schedule": async (deps, { pageId, user, params, body, note }) => {
    const schedule = { at: body.publish_at, by: user.id, revision: body.revision };
    const { id, name } = await schedulePublishing(deps, pageId, params.flow_id, schedule);
    note({ subject: name, subjectId: id });
    return listed(deps, pageId, id);
  },

  "DELETE /pages/:page_id/flows/:flow_id/schedule": async (deps, { pageId, params, note }) => {
    const { id, name } = await cancelPublishing(deps, pageId, params.flow_id);
    note({ subject: name, subjectId: id });
    return listed(deps, pageId, id);
  },
};

const flowUse = ({ flowId, isActive, toolType, ...use }: FlowUse) => ({
  ...use,
  flow_id: flowId,
  is_active: isActive,
  tool_type: toolType,
});

const catalogUses = ({ flows, customers, isInForm }: CatalogUses) => ({
  in_prechat_form: isInForm,
  flows: flows.map(({ flowId, name, isActive }) => ({ flow_id: flowId, name, is_active: isActive })),
  customers,
});
