import type { Payload } from "../../model/payload.ts";
import type { Run } from "../state.ts";
import type { Cause } from "../steps/outcome.ts";
import { advance, end } from "./engine.ts";
import type { OpenTurn } from "./open-turn.ts";
import type { ActiveRun } from "./scene.ts";

/** What a run starts with. Without a step it starts at the flow's first. */
export type Start = {
  flowId: number;
  version: number;
  step?: string;
  payload?: Payload;
  stack?: Run["stack"];
  sendId?: number | null;
  isReply?: boolean;
  /** Beside the conversation, not in the place of its run. */
  isBeside?: boolean;
};

export function startRun(turn: OpenTurn, start: Start): void {
  const { flowId, version, payload = {}, stack = [], sendId = null, isReply = false, isBeside = false } = start;
  const id = turn.state.lastRunId + 1;
  turn.state = { ...turn.state, lastRunId: id };
  const { main, sequences } = turn.state;
  const replaced = isBeside ? sequences.find(({ sequenceFlowId }) => sequenceFlowId === flowId) : main;
  if (replaced) {
    end(turn, replaced, "replaced");
    drop(turn, replaced);
  }
  const step = start.step ?? turn.setup.document(flowId, version)?.start ?? "";
  const run: ActiveRun = { id, flowId, version, step, payload, stack, sendId };
  if (isBeside) run.sequenceFlowId = flowId;
  if (isReply) run.isReply = true;
  settle(turn, run, advance(turn, run, { type: "reached" }));
}

/** Takes a run out of the state. */
export function drop(turn: OpenTurn, run: ActiveRun): void {
  settle(turn, run, undefined);
}

/** What a run waited for has come. */
export function goOn(turn: OpenTurn, run: Run, cause: Cause, isReply: boolean): void {
  const { wait, isReply: _, ...rest } = run;
  drop(turn, run);
  const active: ActiveRun = isReply ? { ...rest, isReply } : rest;
  settle(turn, active, advance(turn, active, cause, wait.type === "ask" ? wait.refused : 0));
}

/** The sequences that the turn's runs have started, one after the other; each may start more. */
export function startSequences(turn: OpenTurn): void {
  for (let next = turn.sequences.shift(); next; next = turn.sequences.shift()) {
    const flow = turn.setup.flows.get(next.flowId);
    if (flow) startRun(turn, { ...next, version: flow.version, isBeside: true });
  }
}

function settle(turn: OpenTurn, { id, sequenceFlowId }: ActiveRun, waiting: Run | undefined): void {
  if (sequenceFlowId === undefined) {
    turn.state = { ...turn.state, main: waiting ?? null };
    return;
  }
  const others = turn.state.sequences.filter((run) => run.id !== id);
  turn.state = { ...turn.state, sequences: waiting ? [...others, waiting] : others };
}
