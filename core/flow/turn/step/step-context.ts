import { Zone } from "../../../model/time/zone.ts";
import type { ParsedDocument } from "../../document/document.ts";
import { readField, writeField } from "../../fields/customer-fields.ts";
import { fieldTypes } from "../../fields/field-types.ts";
import type { Cause, StepContext } from "../../steps/context.ts";
import type { Step } from "../../steps/index.ts";
import { customerFacts } from "../audience/customer-facts.ts";
import type { OpenTurn } from "../open-turn.ts";
import { readingFor, type Scene } from "../scene.ts";
import { isSpent, spend } from "../work.ts";

export function stepContextFor(
  { turn, filler, run, payload }: Scene,
  { step, document }: { step: Step; document: ParsedDocument | undefined },
  cause: Cause,
  refused: number,
): StepContext<Step> {
  const { setup, now, customer, state, random } = turn;
  return {
    step,
    cause,
    refused,
    branch: run ? state.splits[`${run.flowId}.${run.step}`] : undefined,
    now,
    zone: () => zoneOf(turn),
    channel: setup.channel,
    customer,
    customerFacts: () => customerFacts(turn, run),
    read: (field) => (Object.hasOwn(payload, field) ? payload[field] : readField(customer, field)),
    fieldType: (field) => (Object.hasOwn(payload, field) ? undefined : fieldTypes(setup).get(field)),
    fits: (field, value) =>
      writeField(customer, field, value, { type: fieldTypes(setup).get(field), reading: readingFor(turn) }) !==
      undefined,
    reading: () => readingFor(turn),
    hasFlow: (flowId) => setup.flows.has(flowId),
    requestAt(id) {
      const other = document?.steps.get(id);
      return other?.type === "request" ? other : undefined;
    },
    memory: run?.ai,
    fill: (template, place) => filler.fill(template, place),
    random,
    work(units) {
      spend(turn, units);
      return !isSpent(turn);
    },
  };
}

/** The customer's time zone if it is known and valid, else the page's. */
export function zoneOf({ customer, setup }: Pick<OpenTurn, "customer" | "setup">): string {
  return customer.timezone !== null && isZone(customer.timezone) ? customer.timezone : setup.zone;
}

/** Zones known to be valid: asking Intl is slow, and there are few zones. */
const zones = new Set<string>();

function isZone(name: string): boolean {
  if (!zones.has(name) && Zone.safeParse(name).success) zones.add(name);
  return zones.has(name);
}
