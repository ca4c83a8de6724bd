import type { messageTemplates } from "@banter/core/api/management/platform/message-templates.ts";
import { readForms, readTemplates, showForms, showTemplates } from "../../../../domain/connect/platform-lists.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const messageTemplateHandlers: ManagementHandlers<typeof messageTemplates> = {
  "GET /pages/:page_id/message_templates": (deps, { pageId }) => showTemplates(deps, pageId),

  "POST /pages/:page_id/message_templates/read": {
    prepare: (deps, { pageId }) => readTemplates(deps, pageId),
    handle: (deps, { pageId }) => showTemplates(deps, pageId),
  },

  "GET /pages/:page_id/message_forms": (deps, { pageId }) => showForms(deps, pageId),

  "POST /pages/:page_id/message_forms/read": {
    prepare: (deps, { pageId }) => readForms(deps, pageId),
    handle: (deps, { pageId }) => showForms(deps, pageId),
  },
};
