import type { PressTarget } from "../outgoing.ts";
import { recordTrigger } from "../record-trace.ts";
import type { TurnOutcome } from "../trace.ts";
import type { CustomerInput } from "./input.ts";
import type { OpenTurn } from "./open-turn.ts";
import { startRun } from "./runs.ts";

/**
 * A pressed button leads to its flow, or to its step in the flow version it was sent with. If the button stands for a
 * text, or its step is gone, the next triggers handle the press as a text.
 */
export function followPress(turn: OpenTurn, { event }: CustomerInput): TurnOutcome | undefined {
  if (event.type !== "press") return undefined;
  const { target, payload } = event;
  if (target === null) {
    recordTrigger(turn, { on: "press", verdict: "nowhere" });
    return "nothing";
  }
  if (target.type === "text") {
    recordTrigger(turn, { on: "press", verdict: "text" });
    return undefined;
  }
  // Handled before all triggers.
  if (target.type === "consent") return undefined;
  const { flows, offFlows } = turn.setup;
  // A conversation under way goes on when its flow is switched off: this button belongs to it.
  const flow = flows.get(target.flow_id) ?? (target.type === "step" ? offFlows?.get(target.flow_id) : undefined);
  if (!flow) {
    recordTrigger(turn, { on: "press", verdict: "flow_gone", flow: target.flow_id });
    return "nothing";
  }
  if (target.type === "step") return followToStep(turn, target, flow.version, payload);
  recordTrigger(turn, { on: "press", verdict: "flow", flow: target.flow_id });
  startRun(turn, { flowId: target.flow_id, version: flow.version, payload: payload ?? {}, isReply: true });
  return "started";
}

function followToStep(
  turn: OpenTurn,
  { flow_id: flowId, version: sentVersion, step }: Extract<PressTarget, { type: "step" }>,
  currentVersion: number,
  payload: OpenTurn["sequences"][number]["payload"] | undefined,
): TurnOutcome | undefined {
  const { main } = turn.state;
  const version = [sentVersion, currentVersion].find((each) => turn.setup.document(flowId, each)?.steps.has(step));
  if (version === undefined) {
    recordTrigger(turn, { on: "press", verdict: "step_gone", flow: flowId, step });
    return undefined;
  }
  recordTrigger(turn, { on: "press", verdict: "step", flow: flowId, step });
  // A press within the running flow keeps its run's variables and stack.
  const running = main?.flowId === flowId && main.version === version ? main : undefined;
  startRun(turn, {
    flowId,
    version,
    step,
    payload: payload ?? running?.payload ?? {},
    stack: running?.stack ?? [],
    sendId: running?.sendId ?? null,
    isReply: true,
  });
  return "started";
}
