import { z } from "zod";
import { StepContent } from "../../model/content/content.ts";
import { Id } from "../../model/id.ts";
import { Name } from "../../model/names.ts";
import { text } from "../../model/text.ts";
import { Hours } from "../../model/time/hours.ts";
import { parseDocument } from "../document/document.ts";
import { listFields } from "../document/walk.ts";
import { GoalName } from "../happenings/goal.ts";

// A sequence is a list of messages and flows with waits between them. It runs as a flow beside the conversation: the list
// becomes a document of the usual steps, so that waits, pauses, versions and numbers are those of flows.

/** The name of a step inside its sequence. It has no hyphen: the wait before a step is `<id>-wait`. */
const SequenceStepId = z.string().regex(/^(?!__proto__$)[A-Za-z0-9_]{1,40}$/, {
  error: "must be up to 40 letters, digits and _",
});

export const maxWaitSeconds = 365 * 86_400;

const timing = {
  id: SequenceStepId,
  /** Since the step before, or since the customer entered. */
  wait_seconds: z.int().min(0).max(maxWaitSeconds),
  /** It is sent only within these hours, in the customer's zone. */
  within: Hours.optional(),
};

/**
 * A step of a sequence: content, or a flow.
 *
 *     { "id": "offer", "wait_seconds": 86400,
 *       "within": [{ "days": ["mon", "tue"], "from": "09:00", "to": "20:00" }],
 *       "content": { "messages": [{ "type": "text", "text": "Still interested?" }] }, "unsubscribe": "Unsubscribe" }
 */
const SequenceStep = z.union([
  z.strictObject({
    ...timing,
    content: StepContent,
    /** The title of a button below the message that ends the customer's subscription. */
    unsubscribe: text(20).optional(),
  }),
  z.strictObject({ ...timing, flow_id: Id.nullable() }),
]);
export type SequenceStep = z.infer<typeof SequenceStep>;

export const SequenceSteps = z
  .array(SequenceStep)
  .min(1)
  .max(50)
  .superRefine((steps, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of steps.entries()) {
      if (seen.has(id)) context.addIssue({ code: "custom", path: [index, "id"], message: "stands in the list before" });
      seen.add(id);
    }
    for (const { step, path, meta } of listFields(sequenceDocument(steps)))
      if (meta.input === "step" && path.includes("content")) {
        const index = steps.findIndex(({ id }) => id === step);
        context.addIssue({ code: "custom", path: [index, ...path.slice(2)], message: "must not lead to a step" });
      }
  });

/** Customers who answer, have one of the tags or reach one of the goals leave before the end. */
export const SequenceLeave = z.strictObject({
  on_reply: z.boolean(),
  tag_ids: z.array(Id).max(20),
  goals: z.array(GoalName).max(20),
});
export type SequenceLeave = z.infer<typeof SequenceLeave>;

/** While it is off, nobody enters, and customers inside wait. */
export const SequenceForm = z.strictObject({
  name: Name,
  is_on: z.boolean(),
  steps: SequenceSteps,
  leave: SequenceLeave,
});
export type SequenceForm = z.infer<typeof SequenceForm>;

/** The steps as a flow document. A step that does not wait has no wait before it. */
export function sequenceDocument(steps: readonly unknown[]): { version: 1; start: string | null; steps: object } {
  const list = steps as (SequenceStep & { flow?: unknown })[];
  const doors = list.map(({ id, wait_seconds, within }) => (wait_seconds > 0 || within ? waitOf(id) : id));
  const entries = list.flatMap(({ id, wait_seconds, within, ...what }, index) => {
    const next = doors[index + 1] ?? null;
    const wait = { type: "delay", seconds: Math.max(wait_seconds, 1), ...(within && { within }), next: id };
    const sent = "content" in what ? { type: "message", ...what, next } : { type: "goto", ...what, return: true, next };
    return [...(doors[index] === id ? [] : [[waitOf(id), wait] as const]), [id, sent] as const];
  });
  return { version: 1, start: doors[0] ?? null, steps: Object.fromEntries(entries) };
}

/** The document, ready to run. */
export const parseSequence = (steps: readonly unknown[]) => parseDocument(sequenceDocument(steps));

const waitSuffix = "-wait";
export const waitOf = (id: string) => `${id}${waitSuffix}`;

/** The step that a step of the document belongs to: itself, or the one that the wait is for. */
export const stepOf = (place: string) => (place.endsWith(waitSuffix) ? place.slice(0, -waitSuffix.length) : place);
