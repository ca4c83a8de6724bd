import type { Referral } from "../customer.ts";
import type { ConversationEvent } from "../event.ts";
import { recordTrigger } from "../record-trace.ts";
import type { TurnOutcome } from "../trace.ts";
import { startByHappening } from "./happenings.ts";
import type { OpenTurn } from "./open-turn.ts";
import { startRun } from "./runs.ts";
import { handleInput } from "./triggers.ts";

/** A ref that starts nothing leaves what the customer pressed or wrote to come: that counts as their words. */
export function handleReferral(turn: OpenTurn, event: Extract<ConversationEvent, { type: "referral" }>): TurnOutcome {
  const { said, ...referral } = event;
  keepAdvertisement(turn, referral);
  if (turn.state.paused || turn.setup.isPaused) {
    recordTrigger(turn, { on: "pause", verdict: "paused" });
    return "paused";
  }
  if (startByReferral(turn, referral)) return "started";
  const outcome = startByHappening(turn, event);
  if (outcome) return outcome;
  return said === undefined ? "nothing" : handleInput(turn, { type: "message", text: said });
}

/** Words that came with a referral are for whoever reads them, if the referral has started a flow. */
export function handleReferredMessage(
  turn: OpenTurn,
  event: Extract<ConversationEvent, { type: "message" }>,
  referral: Referral,
): TurnOutcome {
  keepAdvertisement(turn, referral);
  const isSilent = turn.state.paused !== null || turn.setup.isPaused;
  return !isSilent && startByReferral(turn, referral) ? "started" : handleInput(turn, event);
}

/** The flow of the tool replaces the welcome. */
function startByReferral(turn: OpenTurn, { ref }: Referral): boolean {
  if (ref === "") return false;
  const tool = turn.setup.tools.get(ref);
  const flowId = tool?.flowId ?? null;
  const flow = flowId === null ? undefined : turn.setup.flows.get(flowId);
  if (flowId === null || !flow) {
    recordTrigger(turn, { on: "referral", verdict: tool ? "flow_gone" : "unknown", ref });
    return false;
  }
  recordTrigger(turn, { on: "referral", verdict: "flow", ref, flow: flowId });
  turn.state = { ...turn.state, isKnown: true, tool: ref };
  startRun(turn, { flowId, version: flow.version, isReply: true });
  return true;
}

/** The data of the newest advertisement stay with the customer. */
function keepAdvertisement(turn: OpenTurn, { adId, ad }: Referral): void {
  if (adId !== undefined) turn.customer = { ...turn.customer, adId };
  if (adId === undefined && !ad) return;
  const { ad: _, ...state } = turn.state;
  turn.state = ad ? { ...state, ad } : state;
}
