import { z } from "zod";
import { Id, WireId } from "../../model/id.ts";
import { Time } from "../../model/time/time.ts";
import { ToolType } from "../../model/tools/tool.ts";
import type { ManagementContract } from "./contract.ts";
import { FlowEntry } from "./flows.ts";
import { inPage } from "./pages.ts";

const inFlow = inPage.extend({ flow_id: WireId });

const FlowUse = z.strictObject({
  type: z.enum([
    "welcome",
    "default_reply",
    "keyword",
    "ice_breaker",
    "menu_item",
    "tool",
    "hook",
    "sequence",
    "rule",
    "broadcast",
    "flow",
  ]),
  /** The keyword, ice breaker, menu item, …; null for the welcome and the default reply. */
  id: Id.nullable(),
  name: z.string(),
  /** The flow that it starts. */
  flow_id: Id,
  /** It starts the flow now. A keyword or flow that is off, or a mere draft, does not. */
  is_active: z.boolean(),
  /** Of a tool; null for everything else. */
  tool_type: ToolType.nullable(),
});

/** A segment, a sequence, a rule or a saved view of the inbox that names it. */
const SegmentUse = z.strictObject({ id: Id, name: z.string() });

const FlowUses = z.strictObject({ uses: z.array(FlowUse), segments: z.array(SegmentUse) });

const FlowIds = z
  .string()
  .regex(/^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,499}$/, "must be up to 500 ids with commas between")
  .transform((text) => text.split(",").map(Number));

const CatalogUses = z.strictObject({
  flows: z.array(
    z.strictObject({
      flow_id: Id,
      name: z.string(),
      /** The published version uses it, not only the draft. */
      is_active: z.boolean(),
    }),
  ),
  /** How many customers have it; 10,000 are counted at most. */
  customers: z.int(),
  /** The form before the web chat asks for it. */
  in_prechat_form: z.boolean(),
  segments: z.array(SegmentUse),
  sequences: z.array(SegmentUse),
  rules: z.array(SegmentUse),
  /** Saved views of the inbox. */
  views: z.array(SegmentUse),
});

/** Starts of flows, and uses of flows, tags and fields. */
export const triggers = {
  "GET /pages/:page_id/flows/:flow_id/uses": {
    scope: "page",
    permission: "look",
    summary: "List what starts a flow",
    description:
      "The welcome, the default reply, keywords, ice breakers, menu items, growth tools, sequences, rules, broadcasts that are under way or paused, and steps and buttons of other flows. Of a flow in the trash: everything that would. `segments` are those that name it.",
    params: inFlow,
    reply: FlowUses,
    errors: ["flow_not_found"],
  },
  "GET /pages/:page_id/flow_uses": {
    scope: "page",
    permission: "look",
    summary: "List what starts any of several flows",
    description:
      "`flow_ids` are ids with commas between, at most 500. Those among them that start each other are left out, and so are unknown ones.",
    params: inPage,
    query: z.strictObject({ flow_ids: FlowIds }),
    reply: FlowUses,
  },
  "GET /pages/:page_id/flow_overview": {
    scope: "page",
    permission: "look",
    summary: "List what starts all flows, and how often",
    description:
      "The welcome, the default reply, keywords, ice breakers, menu items and growth tools of all flows, without steps and buttons of other flows; and how often each flow was started and finished in the last 30 days. Flows that were not are left out.",
    params: inPage,
    reply: z.strictObject({
      uses: z.array(FlowUse),
      /** Days of the page's time zone, both included. */
      period: z.strictObject({ from: z.iso.date(), to: z.iso.date() }),
      numbers: z.array(z.strictObject({ flow_id: Id, starts: z.int(), finishes: z.int() })),
    }),
  },
  "GET /pages/:page_id/folders/:folder_id/uses": {
    scope: "page",
    permission: "look",
    summary: "List what starts the flows of a folder",
    description: "Of flows at every depth. Flows of the folder that start each other are left out.",
    params: inPage.extend({ folder_id: WireId }),
    reply: FlowUses,
    errors: ["not_found"],
  },
  "GET /pages/:page_id/tags/:tag_id/uses": {
    scope: "page",
    permission: "look",
    summary: "List what uses a tag",
    description: "The flows, segments and saved views that name it, and how many customers have it.",
    params: inPage.extend({ tag_id: WireId }),
    reply: CatalogUses,
    errors: ["not_found"],
  },
  "GET /pages/:page_id/fields/:field_id/uses": {
    scope: "page",
    permission: "look",
    summary: "List what uses a custom field",
    description:
      "The flows that set or read it, also in texts, the segments and saved views that name it, and how many customers have a value.",
    params: inPage.extend({ field_id: WireId }),
    reply: CatalogUses,
    errors: ["not_found"],
  },
  "GET /pages/:page_id/tools/:tool_id/uses": {
    scope: "page",
    permission: "look",
    summary: "List what uses a growth tool",
    description: "The segments of customers who came by its ref.",
    params: inPage.extend({ tool_id: WireId }),
    reply: z.strictObject({ segments: z.array(SegmentUse) }),
    errors: ["not_found"],
  },
  "PUT /pages/:page_id/flows/:flow_id/switch": {
    scope: "page",
    permission: "build",
    audit: "flow_switched",
    summary: "Switch a flow on or off",
    description: "A flow that is off starts nowhere. Conversations that are in it go on.",
    params: inFlow,
    body: z.strictObject({ is_on: z.boolean() }),
    reply: FlowEntry,
    errors: ["flow_not_found"],
  },
  "PUT /pages/:page_id/flows/:flow_id/schedule": {
    scope: "page",
    permission: "build",
    audit: "publishing_scheduled",
    summary: "Schedule the publishing of a flow",
    description:
      "The draft is published as it is at that time. `revision` is the one last read or saved; a draft with errors is refused. If it has errors at that time, it is not published and the team is notified.",
    params: inFlow,
    body: z.strictObject({ publish_at: Time, revision: z.int() }),
    reply: FlowEntry,
    errors: ["flow_not_found", "conflict"],
  },
  "DELETE /pages/:page_id/flows/:flow_id/schedule": {
    scope: "page",
    permission: "build",
    audit: "publishing_cancelled",
    summary: "Cancel the scheduled publishing of a flow",
    description: "Without one it changes nothing.",
    params: inFlow,
    reply: FlowEntry,
    errors: ["flow_not_found"],
  },
} satisfies ManagementContract;
