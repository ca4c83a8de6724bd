import { z } from "zod";
import { SequenceForm, SequenceLeave, SequenceSteps } from "../../../flow/audience/sequence.ts";
import { Id, WireId } from "../../../model/id.ts";
import { Name } from "../../../model/names.ts";
import type { ManagementContract } from "../contract.ts";
import { CustomerJob } from "../customer-jobs.ts";
import { CustomerFilter } from "../customers.ts";
import { inPage } from "../pages.ts";

const Done = z.strictObject({});
const inSequence = inPage.extend({ sequence_id: WireId });

const SequenceInfo = SequenceForm.extend({
  id: Id,
  /** Counts changes of the steps. */
  version: z.int(),
});
export type SequenceInfo = z.infer<typeof SequenceInfo>;

/** Customers by their psids, by a filter of the list of customers, or those of a segment. */
const AskedCustomers = z.union([
  z.strictObject({ psids: z.array(z.string().min(1).max(200)).min(1).max(10_000) }),
  z.strictObject({ filter: CustomerFilter }),
  z.strictObject({ segment_id: WireId }),
]);

const Reasons = z.record(z.string(), z.int());

const Report = z.strictObject({
  entered: z.int(),
  /** Customers who are in it now. */
  inside: z.int(),
  finished: z.int(),
  /** By the reason: `reply`, `tag`, `goal`, `asked`, `blocked`. */
  left: Reasons,
  steps: z.array(
    z.strictObject({
      id: z.string(),
      /** Customers who came to it. */
      reached: z.int(),
      /** Messages of a content; a flow has numbers of its own. */
      sent: z.int(),
      delivered: z.int(),
      seen: z.int(),
      clicked: z.int(),
      /** Customers who wrote or pressed something before the next step. */
      answered: z.int(),
      /** Customers whom it was not sent to, by the reason. */
      skipped: Reasons,
      /** Customers who left after it. */
      left: z.int(),
    }),
  ),
});
export type SequenceReport = z.infer<typeof Report>;

/** Messages and flows with waits between them. */
export const sequences = {
  "GET /pages/:page_id/sequences": {
    scope: "page",
    permission: "look",
    summary: "List sequences",
    description: "Messages and flows with waits between them, in the owner's order.",
    params: inPage,
    reply: z.strictObject({ sequences: z.array(SequenceInfo) }),
  },
  "POST /pages/:page_id/sequences": {
    scope: "page",
    permission: "build",
    audit: "sequence_created",
    summary: "Create a sequence",
    description:
      "Each step has content or a flow, the seconds to wait since the step before it, and the hours in which it may be sent, in the customer's zone. A customer leaves early on a reply, with one of the tags or by one of the goals.",
    params: inPage,
    body: SequenceForm,
    reply: SequenceInfo,
    errors: ["conflict"],
  },
  "GET /pages/:page_id/sequences/:sequence_id": {
    scope: "page",
    permission: "look",
    summary: "Get a sequence",
    description: "Its steps, and who leaves it early.",
    params: inSequence,
    reply: SequenceInfo,
    errors: ["not_found"],
  },
  "PATCH /pages/:page_id/sequences/:sequence_id": {
    scope: "page",
    permission: "build",
    audit: "sequence_changed",
    summary: "Change a sequence",
    description:
      "Changes what is given. New `steps` need `people_inside`: with `stay`, customers who are in the sequence go on with the steps they entered with; with `move`, they go on with the new ones, behind the last step that they have had. A wait that became longer goes on, one that became shorter ends when it would have.",
    params: inSequence,
    body: z.strictObject({
      name: Name.optional(),
      is_on: z.boolean().optional(),
      steps: SequenceSteps.optional(),
      leave: SequenceLeave.optional(),
      people_inside: z.enum(["stay", "move"]).optional(),
    }),
    reply: SequenceInfo,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/sequences/:sequence_id": {
    scope: "page",
    permission: "build",
    audit: "sequence_deleted",
    summary: "Delete a sequence",
    description: "Customers who are in it get nothing more of it.",
    params: inSequence,
    reply: Done,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/sequences/:sequence_id/enter": {
    scope: "page",
    permission: "build",
    audit: "sequence_entered",
    summary: "Let customers enter a sequence",
    description:
      "Starts a job, however many customers there are. Those who are in it already stay where they are. Undoing the job takes them out again.",
    params: inSequence,
    body: z.strictObject({ customers: AskedCustomers }),
    reply: CustomerJob,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/sequences/:sequence_id/leave": {
    scope: "page",
    permission: "build",
    audit: "sequence_left",
    summary: "Take customers out of a sequence",
    description: "Starts a job. The customers get nothing more of the sequence.",
    params: inSequence,
    body: z.strictObject({ customers: AskedCustomers }),
    reply: CustomerJob,
    errors: ["not_found"],
  },
  "GET /pages/:page_id/sequences/:sequence_id/report": {
    scope: "page",
    permission: "look",
    summary: "Get the numbers of a sequence",
    description: "Since it was created. Steps that were removed are left out.",
    params: inSequence,
    reply: Report,
    errors: ["not_found", "unavailable"],
  },
} satisfies ManagementContract;
