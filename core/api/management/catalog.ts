import { z } from "zod";
import { LinkUrl } from "../../model/content/url.ts";
import { FieldType } from "../../model/custom-field.ts";
import { Id, WireId } from "../../model/id.ts";
import { KeywordMatch, Phrase } from "../../model/keyword.ts";
import { CommandName, FieldName, haveOwnCommands, Name } from "../../model/names.ts";
import { text } from "../../model/text.ts";
import { Hours } from "../../model/time/hours.ts";
import { EventToolType, Ref, RefToolType, ToolType } from "../../model/tools/tool.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

const Done = z.strictObject({});
const Order = z.strictObject({ ids: z.array(WireId).max(10_000) });
const FlowId = WireId.nullable();

export const KeywordFields = z.strictObject({
  name: Name,
  match: KeywordMatch,
  phrases: z.array(Phrase).max(200),
  require: z.enum(["any", "all"]),
  excludes: z.array(Phrase).max(200),
  typos: z.boolean(),
  hours: Hours.nullable(),
  flow_id: FlowId,
  is_activated: z.boolean(),
});
const KeywordInfo = KeywordFields.extend({ id: Id, flow_id: Id.nullable() });
const inKeyword = inPage.extend({ keyword_id: WireId });

const IceBreakerInfo = z.strictObject({ id: Id, title: z.string(), flow_id: Id.nullable() });
const MenuItemInfo = z.strictObject({
  id: Id,
  title: z.string(),
  type: z.enum(["flow", "link"]),
  flow_id: Id.nullable(),
  url: z.string().nullable(),
  /** The name of its command, if the owner has chosen one. */
  command: z.string().nullable(),
});

const Settings = z.record(z.string(), z.json());
const ToolFields = z.strictObject({
  type: ToolType,
  name: Name,
  /** Null for tools that wait for something that customers do. */
  ref: Ref.nullable(),
  flow_id: FlowId,
  is_published: z.boolean(),
  /** For tools that wait for something that customers do, in the form of their type. Keys left out have defaults. */
  settings: Settings.nullable().optional(),
});
const ToolInfo = z.discriminatedUnion("type", [
  ToolFields.extend({
    type: RefToolType,
    id: Id,
    flow_id: Id.nullable(),
    settings: z.null(),
    /** Opens the chat; its `ref` starts the tool's flow. */
    link: z.string(),
    /** Leads to the link, and counts that it was opened; while the tool is published. */
    open_link: z.string(),
    qr_png: z.string(),
    qr_svg: z.string(),
    /** To paste into an advertisement. */
    ads_json: z.json(),
    /** To paste into a web page. */
    snippet: z.string(),
  }),
  ToolFields.extend({ type: EventToolType, id: Id, ref: z.null(), flow_id: Id.nullable(), settings: Settings }),
]);
const inTool = inPage.extend({ tool_id: WireId });

const TagInfo = z.strictObject({ id: Id, name: z.string() });
const FieldInfo = z.strictObject({
  id: Id,
  name: z.string(),
  type: FieldType,
  /** How people read the name; null: as it is. */
  label: z.string().nullable(),
});

export const catalog = {
  "GET /pages/:page_id/keywords": {
    scope: "page",
    permission: "look",
    summary: "List keywords",
    description: "In the owner's order.",
    params: inPage,
    reply: z.strictObject({ keywords: z.array(KeywordInfo) }),
  },
  "POST /pages/:page_id/keywords": {
    scope: "page",
    permission: "build",
    audit: "keyword_created",
    summary: "Create a keyword",
    description: "At the end of the list.",
    params: inPage,
    body: KeywordFields,
    reply: KeywordInfo,
    errors: ["flow_not_found"],
  },
  "PATCH /pages/:page_id/keywords/:keyword_id": {
    scope: "page",
    permission: "build",
    audit: "keyword_changed",
    summary: "Change a keyword",
    description: "Changes the fields that are given.",
    params: inKeyword,
    body: KeywordFields.partial(),
    reply: KeywordInfo,
    errors: ["keyword_not_found", "flow_not_found"],
  },
  "DELETE /pages/:page_id/keywords/:keyword_id": {
    scope: "page",
    permission: "build",
    audit: "keyword_deleted",
    summary: "Delete a keyword",
    description: "For good.",
    params: inKeyword,
    reply: Done,
    errors: ["keyword_not_found"],
  },
  "PUT /pages/:page_id/keywords/order": {
    scope: "page",
    permission: "build",
    audit: "keywords_ordered",
    summary: "Order the keywords",
    description: "The ids in their new order: all of them, else 409.",
    params: inPage,
    body: Order,
    reply: Done,
    errors: ["conflict"],
  },
  "GET /pages/:page_id/ice_breakers": {
    scope: "page",
    permission: "look",
    summary: "List ice breakers",
    description: "In the owner's order, those without a flow too.",
    params: inPage,
    reply: z.strictObject({ ice_breakers: z.array(IceBreakerInfo) }),
  },
  "PUT /pages/:page_id/ice_breakers": {
    scope: "page",
    permission: "build",
    audit: "ice_breakers_changed",
    summary: "Set the ice breakers",
    description: "The whole list in its order. One with an id keeps it; one without is new; one left out is gone.",
    params: inPage,
    body: z.strictObject({
      ice_breakers: z.array(z.strictObject({ id: WireId.optional(), title: text(80), flow_id: FlowId })).max(100),
    }),
    reply: z.strictObject({ ice_breakers: z.array(IceBreakerInfo) }),
    errors: ["flow_not_found", "conflict"],
  },
  "GET /pages/:page_id/main_menu": {
    scope: "page",
    permission: "look",
    summary: "Get the main menu",
    description: "In the owner's order.",
    params: inPage,
    reply: z.strictObject({ items: z.array(MenuItemInfo) }),
  },
  "PUT /pages/:page_id/main_menu": {
    scope: "page",
    permission: "build",
    audit: "main_menu_changed",
    summary: "Set the main menu",
    description: "The whole menu in its order. An item with an id keeps it; one without is new; one left out is gone.",
    params: inPage,
    body: z.strictObject({
      items: z
        .array(
          z.discriminatedUnion("type", [
            z.strictObject({
              type: z.literal("flow"),
              id: WireId.optional(),
              title: text(80),
              flow_id: FlowId,
              /** On channels with commands, the name behind the slash. Null or left out: a name is made of the title. */
              command: CommandName.nullable().optional(),
            }),
            z.strictObject({ type: z.literal("link"), id: WireId.optional(), title: text(80), url: LinkUrl }),
          ]),
        )
        .max(100)
        .superRefine(haveOwnCommands),
    }),
    reply: z.strictObject({ items: z.array(MenuItemInfo) }),
    errors: ["flow_not_found", "conflict"],
  },
  "GET /pages/:page_id/tools": {
    scope: "page",
    permission: "look",
    summary: "List growth tools",
    description: "In the owner's order, each with what it gives.",
    params: inPage,
    reply: z.strictObject({ tools: z.array(ToolInfo) }),
  },
  "POST /pages/:page_id/tools": {
    scope: "page",
    permission: "build",
    audit: "tool_created",
    summary: "Create a growth tool",
    description: "At the end of the list.",
    params: inPage,
    body: ToolFields,
    reply: ToolInfo,
    errors: ["flow_not_found", "conflict"],
  },
  "PATCH /pages/:page_id/tools/:tool_id": {
    scope: "page",
    permission: "build",
    audit: "tool_changed",
    summary: "Change a growth tool",
    description: "Changes the fields that are given.",
    params: inTool,
    body: ToolFields.omit({ type: true }).partial(),
    reply: ToolInfo,
    errors: ["not_found", "flow_not_found", "conflict"],
  },
  "DELETE /pages/:page_id/tools/:tool_id": {
    scope: "page",
    permission: "build",
    audit: "tool_deleted",
    summary: "Delete a growth tool",
    description: "Its links still open the chat, and start nothing.",
    params: inTool,
    reply: Done,
    errors: ["not_found"],
  },
  "PUT /pages/:page_id/tools/order": {
    scope: "page",
    permission: "build",
    audit: "tools_ordered",
    summary: "Order the growth tools",
    description: "The ids in their new order: all of them, else 409.",
    params: inPage,
    body: Order,
    reply: Done,
    errors: ["conflict"],
  },
  "GET /pages/:page_id/tags": {
    scope: "page",
    permission: "look",
    summary: "List tags",
    description: "In the owner's order.",
    params: inPage,
    reply: z.strictObject({ tags: z.array(TagInfo) }),
  },
  "POST /pages/:page_id/tags": {
    scope: "page",
    permission: "build",
    audit: "tag_created",
    summary: "Create a tag",
    description: "At the end of the list.",
    params: inPage,
    body: z.strictObject({ name: Name }),
    reply: TagInfo,
    errors: ["conflict"],
  },
  "PATCH /pages/:page_id/tags/:tag_id": {
    scope: "page",
    permission: "build",
    audit: "tag_renamed",
    summary: "Rename a tag",
    description: "Customers keep it.",
    params: inPage.extend({ tag_id: WireId }),
    body: z.strictObject({ name: Name }),
    reply: TagInfo,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/tags/:tag_id": {
    scope: "page",
    permission: "build",
    audit: "tag_deleted",
    summary: "Delete a tag",
    description: "Customers lose it; flows that name it say so.",
    params: inPage.extend({ tag_id: WireId }),
    reply: Done,
    errors: ["not_found"],
  },
  "GET /pages/:page_id/fields": {
    scope: "page",
    permission: "look",
    summary: "List custom fields",
    description: "In the owner's order.",
    params: inPage,
    reply: z.strictObject({ fields: z.array(FieldInfo) }),
  },
  "POST /pages/:page_id/fields": {
    scope: "page",
    permission: "build",
    audit: "field_created",
    summary: "Create a custom field",
    description: "Its name stands in templates and never changes; its label is for people and may.",
    params: inPage,
    body: z.strictObject({ name: FieldName, type: FieldType, label: Name.nullable().default(null) }),
    reply: FieldInfo,
    errors: ["conflict"],
  },
  "PATCH /pages/:page_id/fields/:field_id": {
    scope: "page",
    permission: "build",
    audit: "field_changed",
    summary: "Label a custom field",
    description: "Changes how people read the field's name.",
    params: inPage.extend({ field_id: WireId }),
    body: z.strictObject({ label: Name.nullable() }),
    reply: FieldInfo,
    errors: ["not_found"],
  },
  "DELETE /pages/:page_id/fields/:field_id": {
    scope: "page",
    permission: "build",
    audit: "field_deleted",
    summary: "Delete a custom field",
    description: "Its values go with it; flows that name it say so.",
    params: inPage.extend({ field_id: WireId }),
    reply: Done,
    errors: ["not_found"],
  },
} satisfies ManagementContract;
