import type { templates } from "@banter/core/api/management/templates.ts";
import { getPage } from "../../../../domain/pages/page-settings.ts";
import { applyTemplate, listTemplates, planTemplate } from "../../../../domain/pages/templates.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const templateHandlers: ManagementHandlers<typeof templates> = {
  "GET /templates": async (_deps, { query }) => ({ templates: listTemplates(query.language) }),

  "POST /pages/:page_id/template/plan": async (deps, { pageId, body: { greets, ...choice } }) => ({
    changes: await planTemplate(deps, pageId, choice, { greets }),
  }),

  "POST /pages/:page_id/template": async (deps, { pageId, body: { greets, ...choice }, note }) => {
    const changes = await applyTemplate(deps, pageId, choice, { greets });
    note({ subject: choice.name });
    return { changed: changes.length, welcome_flow_id: (await getPage(deps, pageId)).welcomeFlowId };
  },
};
