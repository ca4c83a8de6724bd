import { z } from "zod";
import { SegmentCondition } from "../../../flow/conditions/rule.ts";
import { Id, WireId } from "../../../model/id.ts";
import { Name } from "../../../model/names.ts";
import type { ManagementContract } from "../contract.ts";
import { CustomerView } from "../customers.ts";
import { inPage } from "../pages.ts";

const Done = z.strictObject({});
const inSegment = inPage.extend({ segment_id: WireId });
const SegmentInfo = z.strictObject({ id: Id, name: z.string(), condition: SegmentCondition });

const Count = z.strictObject({
  count: z.int(),
  /** False if too many customers are hard to decide, by dates that depend on their time zones: then it is an estimate. */
  is_exact: z.boolean(),
});

/** Saved conditions on customers. */
export const segments = {
  "GET /pages/:page_id/segments": {
    scope: "page",
    permission: "look",
    summary: "List segments",
    description: "Saved conditions on the page's customers, in the owner's order.",
    params: inPage,
    reply: z.strictObject({ segments: z.array(SegmentInfo) }),
  },
  "POST /pages/:page_id/segments": {
    scope: "page",
    permission: "build",
    audit: "segment_created",
    summary: "Create a segment",
    description:
      "`match` says if all rules must hold, or any one. Tags and flows are named by id, fields by name; all of them must be on the page. A value is compared as it is: it may hold no variables.",
    params: inPage,
    body: z.strictObject({ name: Name, condition: SegmentCondition }),
    reply: SegmentInfo,
    errors: ["conflict"],
  },
  "GET /pages/:page_id/segments/:segment_id": {
    scope: "page",
    permission: "look",
    summary: "Get a segment",
    description: "Its name and its condition.",
    params: inSegment,
    reply: SegmentInfo,
    errors: ["not_found"],
  },
  "PATCH /pages/:page_id/segments/:segment_id": {
    scope: "page",
    permission: "build",
    audit: "segment_changed",
    summary: "Change a segment",
    description: "Changes what is given.",
    params: inSegment,
    body: z.strictObject({ name: Name.optional(), condition: SegmentCondition.optional() }),
    reply: SegmentInfo,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/segments/:segment_id": {
    scope: "page",
    permission: "build",
    audit: "segment_deleted",
    summary: "Delete a segment",
    description: "Its customers stay as they are.",
    params: inSegment,
    reply: Done,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/segments/count": {
    scope: "page",
    permission: "look",
    isQuiet: true,
    commitsAlone: true,
    summary: "Count customers of a condition",
    description:
      "How many customers meet a condition now, without saving it. Changes of customers count within seconds. A page on which that takes longer than four seconds answers `unavailable`.",
    params: inPage,
    body: z.strictObject({ condition: SegmentCondition }),
    reply: Count,
    errors: ["unavailable"],
  },
  "GET /pages/:page_id/segments/:segment_id/count": {
    scope: "page",
    permission: "look",
    summary: "Count a segment",
    description: "How many customers are in it now.",
    params: inSegment,
    reply: Count,
    errors: ["not_found", "unavailable"],
  },
  "GET /pages/:page_id/segments/:segment_id/customers": {
    scope: "page",
    permission: "look",
    summary: "List customers of a segment",
    description:
      "In the order of psids. `next` is the cursor of the next page; a page may have fewer customers than asked for, or none, and still have a next one.",
    params: inSegment,
    query: z.strictObject({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.strictObject({ customers: z.array(CustomerView), next: z.string().nullable() }),
    errors: ["not_found", "unavailable"],
  },
  "GET /pages/:page_id/segments/:segment_id/customers/:psid": {
    scope: "page",
    permission: "look",
    summary: "Why is this customer in?",
    description: "Whether the customer is in the segment, and the rules that decided it, as sentences.",
    params: inSegment.extend({ psid: z.string().min(1).max(200) }),
    query: z.strictObject({ language: z.enum(["en", "vi"]).default("en") }),
    reply: z.strictObject({ is_in: z.boolean(), because: z.array(z.string()) }),
    errors: ["not_found", "customer_not_found"],
  },
  "GET /pages/:page_id/customers/:psid/audience": {
    scope: "page",
    permission: "look",
    summary: "List a customer's segments and sequences",
    description:
      "The segments that the customer is in now, each with the rules that decided it as sentences, and the sequences.",
    params: inPage.extend({ psid: z.string().min(1).max(200) }),
    query: z.strictObject({ language: z.enum(["en", "vi"]).default("en") }),
    reply: z.strictObject({
      segments: z.array(z.strictObject({ id: Id, name: z.string(), because: z.array(z.string()) })),
      sequences: z.array(z.strictObject({ id: Id, name: z.string() })),
    }),
    errors: ["customer_not_found"],
  },
} satisfies ManagementContract;
