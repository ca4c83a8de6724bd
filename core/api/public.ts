import { z } from "zod";
import { Psid } from "../channels/psid.ts";
import { ContentData } from "../model/content/content.ts";
import type { ErrorCode } from "../model/error.ts";
import { Id, WireId } from "../model/id.ts";
import { Payload } from "../model/payload.ts";
import { ToolType } from "../model/tools/tool.ts";
import type { Contract } from "./contract.ts";
import { FolderPath } from "./folder-path.ts";

/** Every call of the public API is under this path and has the page's token in the header `access-token`. */
export const publicPrefix = "/api/public_api/v1/pages/:page_id";

const Folder = z.strictObject({ id: Id, name: z.string(), parent_id: Id.nullable() }).meta({ id: "Folder" });
const Flow = z.strictObject({ id: Id, name: z.string(), parent_id: Id.nullable() }).meta({ id: "Flow" });

const FlowListing = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ folders: z.array(Folder), flows: z.array(Flow) }),
});

const list = <Item extends z.ZodType>(item: Item) => z.strictObject({ success: z.literal(true), data: z.array(item) });

const KeywordReply = z.strictObject({
  success: z.literal(true),
  keyword: z.strictObject({ id: Id, flow_id: Id.nullable() }),
});

const Accepted = z.strictObject({ success: z.literal(true) });
const unsendable: ErrorCode[] = ["outside_messaging_window", "unsupported_content", "customer_unreachable"];

export const publicApi = {
  "GET /flows": {
    summary: "Get Flows",
    description:
      "Every folder and flow of the page, at every depth. With `path`, only those directly inside that folder, as by the call below. Flows in the trash are left out.",
    query: z.object({ path: FolderPath.optional() }),
    reply: FlowListing,
    errors: ["not_found"],
    followsRevision: true,
  },

  "GET /flows/:path": {
    summary: "Get Flows by path",
    description:
      "The folders and flows directly inside a folder. The path is a JSON array of folder ids from the outermost to the target, `[1,2]`, percent-encoded or not; `1,2` is understood too. `[]` is the top level.",
    params: z.object({ path: FolderPath }),
    reply: FlowListing,
    errors: ["not_found"],
    followsRevision: true,
  },

  "GET /flows/:flow_id/statistics": {
    summary: "Get Flow Statistics",
    description:
      "How the flow's messages fared: accepted by the channel, reported delivered, reported seen, pressed buttons and links, and customers who left a phone number.",
    params: z.object({ flow_id: WireId }),
    reply: z.strictObject({
      success: z.literal(true),
      data: z.strictObject({
        sent: z.int(),
        delivery: z.int(),
        seen: z.int(),
        is_clicked: z.int(),
        total_phone_number: z.int(),
      }),
    }),
    errors: ["flow_not_found"],
  },

  "GET /keywords": {
    summary: "Get Keywords",
    description: "The page's keywords in the owner's order.",
    reply: list(z.strictObject({ is_activated: z.boolean(), id: Id, flow_id: Id.nullable() })),
    followsRevision: true,
  },

  "GET /ice_breaker": {
    summary: "Get Asked Question",
    description: "The page's ice breakers in the owner's order. One whose flow is gone is left out.",
    reply: list(z.strictObject({ title: z.string(), id: Id, flow_id: Id })),
    followsRevision: true,
  },

  "GET /main_menu": {
    summary: "Get Main Menu",
    description: "The page's main menu in the owner's order. An item whose flow is gone is left out.",
    reply: list(
      z.discriminatedUnion("type", [
        z.strictObject({ type: z.literal("flow"), title: z.string(), id: Id, flow_id: Id }),
        z.strictObject({ type: z.literal("link"), title: z.string(), id: Id, url: z.string() }),
      ]),
    ),
    followsRevision: true,
  },

  "GET /tools": {
    summary: "Get Tools",
    description: "The page's growth tools in the owner's order.",
    reply: list(z.strictObject({ type: ToolType, name: z.string(), is_published: z.boolean(), id: Id })),
    followsRevision: true,
  },

  "POST /keywords/create": {
    summary: "Create Keyword",
    description: "Makes an empty, inactive keyword. No body is needed; one may set `flow_id`.",
    body: z.strictObject({ flow_id: WireId.nullable().optional() }).optional(),
    reply: KeywordReply,
    errors: ["flow_not_found"],
  },

  "POST /keywords/update": {
    summary: "Update Keyword",
    description: "Sets the flow that a keyword runs; null unsets it.",
    body: z.strictObject({ keyword_id: WireId, update: z.strictObject({ flow_id: WireId.nullable() }) }),
    reply: KeywordReply,
    errors: ["flow_not_found", "keyword_not_found"],
  },

  "POST /flows/send_flow": {
    summary: "Send Flow For Customer",
    description:
      "Starts a published flow for a customer. Answered when the send is stored for good, before it is delivered.",
    body: z.strictObject({ psid: Psid, flow_id: WireId, payload: Payload }),
    reply: Accepted,
    errors: ["flow_not_found", "customer_not_found", "flow_not_published", ...unsendable],
    isMail: true,
  },

  "POST /flows/send_content": {
    summary: "Send Content For Customer",
    description:
      "Sends content to a customer. Answered when the send is stored for good, before it is delivered. Texts may hold " +
      "variables, such as `{{user_first_name ?? friend}}`: the words behind `??` stand in for an empty value.",
    body: z.strictObject({
      psid: Psid,
      data: ContentData,
      message_tag: z.string().max(100).nullish(),
      payload: Payload,
    }),
    reply: Accepted,
    errors: ["flow_not_found", "customer_not_found", ...unsendable],
    isMail: true,
  },
} satisfies Contract;
