import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";
import { FieldName } from "../../model/names.ts";
import { Hours } from "../../model/time/hours.ts";
import { LocalTime } from "../../model/time/local-time.ts";
import { instantOf, nextOpening, readInstant } from "../time.ts";
import type { StepContext } from "./context.ts";
import { defineStep } from "./define.ts";
import { leave, wait } from "./outcome.ts";
import { fieldPart, type SummaryPart } from "./summary.ts";

/**
 * Waits for a time, until a date, or until the date in a field, on the customer's own clock. With `within` it then
 * waits for the next of these hours.
 *
 *     { "type": "delay", "seconds": 3600,
 *       "within": [{ "days": ["mon", "tue"], "from": "08:00", "to": "20:00" }], "next": "remind" }
 */
export const delay = defineStep({
  type: "delay",
  title: "Wait",
  settings: z
    .strictObject({
      seconds: z
        .int()
        .min(1)
        .max(365 * 86_400)
        .optional()
        .meta({ label: "For", input: "duration", alternative: { of: "wait", blank: 3600 } }),
      until: LocalTime.optional().meta({ label: "Until", input: "date-time", alternative: { of: "wait", blank: "" } }),
      until_field: FieldName.optional().meta({
        label: "Until the date in",
        input: "customer-field",
        alternative: { of: "wait", blank: "" },
      }),
      within: Hours.optional().meta({ label: "Go on only within", input: "hours" }),
    })
    .superRefine(({ seconds, until, until_field }, context) => {
      const given = [seconds, until, until_field].filter((each) => each !== undefined).length;
      if (given !== 1) context.addIssue({ code: "custom", message: "must have one of seconds, until, until_field" });
    }),
  exits: ["next"],
  blank: { seconds: 3600 },
  summary: (step) => ({ lines: [delayLine(step)] }),
  // A date may be in the past: then the step does not wait, and a loop through it would not end.
  waitsFor: ({ seconds }) => (seconds === undefined ? undefined : "time"),
  needsExit: () => true,
  run(context) {
    const { cause, now, step } = context;
    const end = cause.type === "timer" ? now : endOf(context);
    if (end === undefined) return leave("next", { type: "skip", what: "no_date", name: step.until_field ?? "" });
    // A timer may fire late, after the hours.
    const due = step.within ? nextOpening(step.within, Math.max(end, now), context.zone()) : end;
    return due > now ? wait("time", due) : leave("next");
  },
});

type Delay = { seconds?: number | undefined; until?: string | undefined; until_field?: string | undefined };

function endOf({ step, now, zone, read }: StepContext<Delay>): number | undefined {
  if (step.seconds !== undefined) return now + step.seconds * 1000;
  if (step.until !== undefined) return instantOf(step.until, zone());
  return readInstant(read(step.until_field ?? "") ?? "", zone());
}

function delayLine({ seconds, until, until_field }: JsonObject): SummaryPart {
  if (typeof seconds === "number") return { seconds };
  if (typeof until === "string") return { word: "until", values: { when: until.replace("T", " ") } };
  if (typeof until_field === "string") return { word: "untilField", values: { field: fieldPart(until_field) } };
  return { word: "noTime" };
}
