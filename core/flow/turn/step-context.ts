import { Zone } from "../../model/time/zone.ts";
import { fieldTypes } from "../render/fill.ts";
import type { Step } from "../steps/index.ts";
import type { Cause, Moment } from "../steps/outcome.ts";
import { readField } from "../fields/customer-fields.ts";
import type { OpenTurn } from "./open-turn.ts";
import type { Scene } from "./scene.ts";
import { isSpent, spend } from "../work.ts";

/** What a step is told of the turn that it runs in. */
export function momentFor(
  { turn, filler, run, payload }: Scene,
  step: Step,
  cause: Cause,
  refused: number,
): Moment<Step> {
  const { setup, now, customer, state, random } = turn;
  return {
    step,
    cause,
    refused,
    branch: step.type === "split" && run ? state.splits[`${run.flowId}.${run.step}`] : undefined,
    now,
    zone: () => zoneOf(turn),
    channel: setup.channel,
    customer,
    read: (field) => (Object.hasOwn(payload, field) ? payload[field] : readField(customer, field)),
    fieldType: (field) => (Object.hasOwn(payload, field) ? undefined : fieldTypes(setup).get(field)),
    fill: (template) => filler.fill(template),
    random,
    work(units) {
      spend(turn, units);
      return !isSpent(turn);
    },
  };
}

/** The customer's zone, if it is known and there is such a zone, else the page's. */
export function zoneOf({ customer, setup }: Pick<OpenTurn, "customer" | "setup">): string {
  return customer.timezone !== null && isZone(customer.timezone) ? customer.timezone : setup.zone;
}

/** Asking Intl takes long, and there are only so many zones. */
const zones = new Set<string>();

function isZone(name: string): boolean {
  if (!zones.has(name) && Zone.safeParse(name).success) zones.add(name);
  return zones.has(name);
}
