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
import type { ParsedDocument } from "../../document/document.ts";
import type { OpenTurn, Reach } from "../open-turn.ts";
import type { ActiveRun } from "../scene.ts";
import { anyReach } from "./customer-facts.ts";

/**
 * The one place that decides if a message which nobody has asked for goes to the customer: of a broadcast, a sequence or
 * a rule. One that goes now is kept in the customer's state.
 */
export function planSend(turn: OpenTurn, planned: Omit<Planned, "at" | "isAnswered">, needs: PlanNeeds): PlanVerdict {
  const facts = { ...factsOf(turn), pausedUntil: pausedUntil(turn, planned), ...(turn.reach ?? anyReach) };
  const verdict = judgePlan(facts, { ...needs, isAnswer: turn.isInput }, settingsOf(turn), turn.now);
  if (verdict.go === "now")
    turn.state = { ...turn.state, planned: keepPlanned(turn.state.planned, { ...planned, at: turn.now }) };
  return verdict;
}

/**
 * The same for the rest of what was sent, behind a wait of its flow. It is no new message: nothing is kept, and the cap
 * does not hold. `isShort`: the wait is part of the message, as typing is.
 */
export function planRest(turn: OpenTurn, { flowId, version }: ActiveRun, isShort: boolean): PlanVerdict {
  // During a pause, runs are held: none comes here.
  const facts = { ...factsOf(turn), pausedUntil: 0, ...(turn.reach ?? anyReach) };
  const isForAnyTime = hasTemplate(turn.setup.document(flowId, version));
  const needs = { isForAnyTime, hasOutside: false, isAnswer: isShort };
  return judgePlan(facts, needs, { ...settingsOf(turn), weekly_cap: null }, turn.now);
}

export const settingsOf = ({ setup }: OpenTurn): AudienceSettings => setup.audience ?? defaultAudience;

/** A broadcast is the owner's own word: it goes while the bot of the whole page is paused. */
function pausedUntil({ state, setup }: OpenTurn, { type }: Pick<Planned, "type">): number | null {
  if (setup.isPaused && type !== "broadcast") return null;
  return state.paused === null ? 0 : state.paused.until;
}

function factsOf({ customer, state, setup }: OpenTurn): Omit<PlanFacts, keyof Reach | "pausedUntil"> {
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
  return hasTemplate(flow && setup.document(flowId, flow.version));
}

const hasTemplate = (document: ParsedDocument | undefined): boolean =>
  [...(document?.steps.values() ?? [])].some(
    (step) => "content" in step && step.content.messages.some((message) => !needsWindow(message, undefined)),
  );
