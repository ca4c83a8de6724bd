import type { triggers } from "@banter/core/api/management/triggers.ts";
import { cancelPublishing, schedulePublishing, switchFlow } from "../../../domain/catalog/flow-schedule.ts";
import {
  type CatalogUses,
  type FlowUse,
  type FlowUses,
  listStarts,
  listUsesOfField,
  listUsesOfFlow,
  listUsesOfFlows,
  listUsesOfFolder,
  listUsesOfTag,
  listUsesOfTool,
} from "../../../domain/catalog/uses.ts";
import { getPage } from "../../../domain/pages/page-settings.ts";
import { readFlowNumbers } from "../../../domain/statistics/flow-overview.ts";
import { listed } from "./flows.ts";
import type { ManagementHandlers } from "./handlers.ts";

export const triggerHandlers: ManagementHandlers<typeof triggers> = {
  "GET /pages/:page_id/flows/:flow_id/uses": ({ db }, { pageId, params }) =>
    db.snapshot(async (db) => flowUses(await listUsesOfFlow(db, pageId, params.flow_id))),

  "GET /pages/:page_id/flow_uses": ({ db }, { pageId, query }) =>
    db.snapshot(async (db) => flowUses(await listUsesOfFlows(db, pageId, new Set(query.flow_ids)))),

  "GET /pages/:page_id/flow_overview": ({ db }, { pageId }) =>
    db.snapshot(async (db) => {
      const { period, numbers } = await readFlowNumbers(db, await getPage({ db }, pageId));
      return {
        uses: (await listStarts(db, pageId)).map(flowUse),
        period,
        numbers: numbers.map(({ flowId, ...counts }) => ({ flow_id: flowId, ...counts })),
      };
    }),

  "GET /pages/:page_id/folders/:folder_id/uses": ({ db }, { pageId, params }) =>
    db.snapshot(async (db) => flowUses(await listUsesOfFolder(db, pageId, params.folder_id))),

  "GET /pages/:page_id/tags/:tag_id/uses": ({ db }, { pageId, params }) =>
    db.snapshot(async (db) => catalogUses(await listUsesOfTag(db, pageId, params.tag_id))),

  "GET /pages/:page_id/fields/:field_id/uses": ({ db }, { pageId, params }) =>
    db.snapshot(async (db) => catalogUses(await listUsesOfField(db, pageId, params.field_id))),

  "GET /pages/:page_id/tools/:tool_id/uses": ({ db }, { pageId, params }) =>
    db.snapshot(async (db) => ({ segments: await listUsesOfTool(db, pageId, params.tool_id) })),

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

const flowUses = ({ uses, segments }: FlowUses) => ({ uses: uses.map(flowUse), segments });

const flowUse = ({ flowId, isActive, toolType, ...use }: FlowUse) => ({
  ...use,
  flow_id: flowId,
  is_active: isActive,
  tool_type: toolType,
});

const catalogUses = ({ flows, customers, isInForm, segments, sequences, rules, views }: CatalogUses) => ({
  in_prechat_form: isInForm,
  ...{ segments, sequences, rules, views },
  flows: flows.map(({ flowId, name, isActive }) => ({ flow_id: flowId, name, is_active: isActive })),
  customers,
});
