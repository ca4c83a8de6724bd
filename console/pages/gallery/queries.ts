import type { TemplateLanguage, TemplateName } from "@banter/core/api/template-choice.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

export type Template = ReplyOf<"GET /templates">["templates"][number];

export const templatesQuery = (language: TemplateLanguage) =>
  queryOptions({
    queryKey: ["templates", language],
    queryFn: async () => (await api("GET /templates", { query: { language } })).templates,
    staleTime: Number.POSITIVE_INFINITY,
  });

type Adding = { name: TemplateName; language: TemplateLanguage; greets: boolean };

/** The changes that adding a template to a page would make. */
export const planQuery = (pageId: string, adding: Adding) =>
  queryOptions({
    queryKey: ["page", pageId, "template-plan", adding],
    queryFn: async () => {
      const params = { page_id: pageId };
      return (await api("POST /pages/:page_id/template/plan", { params, body: adding })).changes;
    },
  });
