import {
  judgePlan,
  keepPlanned,
  needsWindow,
  type PlanFacts,
  type PlanNeeds,
  type Planned,
  type PlanVerdict,
} from "../../../audience/send-plan.ts";
import { type AudienceSettings, defaultAudience } from "../../../audience/settings.ts";
import { Zone } from "../../../model/time/zone.ts";
import type { OpenTurn, Reach } from "../open-turn.ts";
import { anyReach } from "./customer-facts.ts";

/**
 * The one place that decides if a message which nobody has asked for goes to the customer: of a broadcast, a sequence or
 * a rule. One that goes now is kept in the customer's state.
 */
export function planSend(turn: OpenTurn, planned: Omit<Planned, "at" | "isAnswered">, needs: PlanNeeds): PlanVerdict {
  const facts = { ...factsOf(turn), ...(turn.reach ?? anyReach) };
  const verdict = judgePlan(facts, { ...needs, isAnswer: turn.isInput }, settingsOf(turn), turn.now);
  if (verdict.go === "now")
    turn.state = { ...turn.state, planned: keepPlanned(turn.state.planned, { ...planned, at: turn.now }) };
  return verdict;
}

export const settingsOf = ({ setup }: OpenTurn): AudienceSettings => setup.audience ?? defaultAudience;

function factsOf({ customer, state, setup }: OpenTurn): Omit<PlanFacts, keyof Reach> {
  return {
    isBlocked: state.isBlocked === true,
    isWanted: state.marketing?.isWanted ?? null,
    planned: (state.planned ?? []).map(({ at }) => at),
    zone: Zone.safeParse(customer.timezone).data ?? setup.zone,
  };
}

/** True if a flow may be sent outside of the messaging window: it has a template. */
export function isFlowForAnyTime({ setup }: OpenTurn, flowId: number): boolean {
  const flow = setup.flows.get(flowId);
  const steps = flow && setup.document(flowId, flow.version)?.steps.values();
  return [...(steps ?? [])].some(
    (step) => "content" in step && step.content.messages.some((message) => !needsWindow(message, undefined)),
  );
}
