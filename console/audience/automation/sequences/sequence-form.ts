import type { SequenceForm, SequenceStep } from "@banter/core/flow/audience/sequence.ts";
import type { DraftStep } from "../../../builder/edit/draft.ts";
import type { Sequence } from "../../queries.ts";
import { sentOf, stepOf } from "../../sent.ts";

/** When a step is sent, and the button below its message. What it sends lies in the draft, under the same id. */
export type Timing = Pick<SequenceStep, "id" | "wait_seconds" | "within"> & { unsubscribe: string };

export type SequenceDraft = Omit<SequenceForm, "steps"> & { timings: Timing[] };

const day = 86_400;

export const newSequence = (name: string): SequenceDraft => ({
  name,
  is_on: true,
  timings: [newTiming([])],
  leave: { on_reply: true, tag_ids: [], goals: [] },
});

/** A new step comes a day after the one before it. */
export const newTiming = (timings: readonly Timing[]): Timing => ({
  id: freshStepId(timings),
  wait_seconds: timings.length === 0 ? 0 : day,
  unsubscribe: "",
});

/** Ids are never used again: numbers and customers inside go by them. */
function freshStepId(timings: readonly Timing[]): string {
  const id = `s${Math.random().toString(36).slice(2, 8)}`;
  return timings.some((timing) => timing.id === id) ? freshStepId(timings) : id;
}

export function draftOf({ name, is_on, steps, leave }: Sequence): SequenceDraft {
  const timings = steps.map(({ id, wait_seconds, within, ...sent }) => ({
    ...{ id, wait_seconds, ...(within && { within }) },
    unsubscribe: ("content" in sent && sent.unsubscribe) || "",
  }));
  return { name, is_on, leave, timings };
}

/** The steps in the form that the builder edits. */
export function editedSteps(steps: Sequence["steps"]): Record<string, DraftStep> {
  return Object.fromEntries(steps.map((step) => [step.id, stepOf(step)]));
}

/** The whole sequence, as it is saved. */
export function formOf(
  { timings, ...others }: SequenceDraft,
  steps: Readonly<Record<string, DraftStep>>,
): Omit<SequenceForm, "steps"> & { steps: SequenceStep[] } {
  return {
    ...others,
    steps: timings.map(({ id, wait_seconds, within, unsubscribe }) => {
      const timing = { id, wait_seconds, ...(within && { within }) };
      const title = unsubscribe.trim();
      const hasButton = steps[id]?.type === "message" && title !== "";
      return { ...timing, ...sentOf(steps[id]), ...(hasButton && { unsubscribe: title }) } as SequenceStep;
    }),
  };
}
