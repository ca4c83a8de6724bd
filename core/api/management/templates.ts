import { z } from "zod";
import { Id } from "../../model/id.ts";
import { TemplateLanguage, TemplateName } from "../template-choice.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";
import { PlannedChange } from "./setup-file.ts";

const Template = z.strictObject({
  name: TemplateName,
  title: z.string(),
  /** How its bot greets a customer. */
  hello: z.strictObject({
    texts: z.array(z.string()),
    buttons: z.array(z.string()),
    quick_replies: z.array(z.string()),
  }),
  flows: z.array(z.string()),
  keywords: z.array(z.strictObject({ name: z.string(), phrases: z.array(z.string()) })),
  ice_breakers: z.array(z.string()),
  main_menu: z.array(z.string()),
  fields: z.array(z.string()),
});

const Adding = z.strictObject({
  name: TemplateName,
  language: TemplateLanguage,
  /** Greet newcomers with it, even if the page has a welcome flow. */
  greets: z.boolean().default(false),
});

export const templates = {
  "GET /templates": {
    scope: "user",
    summary: "List templates",
    description: "Ready set-ups for pages, with the parts that each has.",
    query: z.strictObject({ language: TemplateLanguage.default("en") }),
    reply: z.strictObject({ templates: z.array(Template) }),
  },
  "POST /pages/:page_id/template/plan": {
    scope: "page",
    permission: "build",
    summary: "Plan a template",
    description: "The changes that adding the template would make. Nothing is changed.",
    params: inPage,
    body: Adding,
    reply: z.strictObject({ changes: z.array(PlannedChange) }),
    errors: ["conflict"],
  },
  "POST /pages/:page_id/template": {
    scope: "page",
    permission: "build",
    audit: "template_added",
    summary: "Add a template",
    description:
      "Adds the template's flows, keywords and the rest to the page, published. It replaces and removes nothing: on a page with flows, those of the template get a folder of their own.",
    params: inPage,
    body: Adding,
    reply: z.strictObject({ changed: z.int(), welcome_flow_id: Id.nullable() }),
    errors: ["conflict"],
  },
} satisfies ManagementContract;
