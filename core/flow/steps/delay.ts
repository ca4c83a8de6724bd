import { z } from "zod";
import { FieldName } from "../../model/names.ts";
import { Hours } from "../../model/time/hours.ts";
import { LocalTime } from "../../model/time/local-time.ts";
import { instantOf, nextOpening, readMoment } from "../time.ts";
import { defineStep } from "./define.ts";
import { leave, type Moment, wait } from "./outcome.ts";

/**
 * Waits, on the customer's own clock: a while, until a moment, or until the moment a field holds; and then on until
 * one of the hours, if there are any.
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
        .meta({ label: "For", input: "duration" }),
      until: LocalTime.optional().meta({ label: "Until", input: "date-time" }),
      until_field: FieldName.optional().meta({ label: "Until the date in", input: "customer-field" }),
      within: Hours.optional().meta({ label: "Go on only within", input: "hours" }),
    })
    .superRefine(({ seconds, until, until_field }, context) => {
      const given = [seconds, until, until_field].filter((each) => each !== undefined).length;
      if (given !== 1) context.addIssue({ code: "custom", message: "must have one of seconds, until, until_field" });
    }),
  exits: ["next"],
  // A moment that has passed holds nobody the second time round.
  waits: ({ seconds }) => seconds !== undefined,
  run(moment) {
    const { cause, now, step } = moment;
    const end = cause.type === "timer" ? now : endOf(moment);
    if (end === undefined) return leave("next", { type: "skip", what: "no_date", name: step.until_field ?? "" });
    // A timer may come late, when the hours are over.
    const due = step.within ? nextOpening(step.within, Math.max(end, now), moment.zone()) : end;
    return due > now ? wait("time", due) : leave("next");
  },
});

type Delay = { seconds?: number | undefined; until?: string | undefined; until_field?: string | undefined };

function endOf({ step, now, zone, read }: Moment<Delay>): number | undefined {
  if (step.seconds !== undefined) return now + step.seconds * 1000;
  if (step.until !== undefined) return instantOf(step.until, zone());
  return readMoment(read(step.until_field ?? "") ?? "", zone());
}
