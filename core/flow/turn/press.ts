import type { PressTarget } from "../outgoing.ts";
import type { TurnOutcome } from "../trace.ts";
import { type OpenTurn, weigh } from "./open-turn.ts";
import { startRun } from "./runs.ts";
import type { Words } from "./input.ts";

/**
 * A pressed button leads to its flow, or to its step in the version of the flow that it was sent with. A press that
 * stands for words, or whose step is gone, is left to whoever takes words.
 */
export function followPress(turn: OpenTurn, { event }: Words): TurnOutcome | undefined {
  if (event.type !== "press") return undefined;
  const { target, payload } = event;
  if (target === null) {
    weigh(turn, { on: "press", verdict: "nowhere" });
    return "nothing";
  }
  if (target.type === "text") {
    weigh(turn, { on: "press", verdict: "text" });
    return undefined;
  }
  const flow = turn.setup.flows.get(target.flow_id);
  if (!flow) {
    weigh(turn, { on: "press", verdict: "flow_gone", flow: target.flow_id });
    return "nothing";
  }
  if (target.type === "step") return followToStep(turn, target, flow.version, payload);
  weigh(turn, { on: "press", verdict: "flow", flow: target.flow_id });
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
    weigh(turn, { on: "press", verdict: "step_gone", flow: flowId, step });
    return undefined;
  }
  weigh(turn, { on: "press", verdict: "step", flow: flowId, step });
  // Inside the flow that is running, a press only moves it on.
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
