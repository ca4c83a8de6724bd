import { toolKey } from "../../model/tools/tool.ts";
import type { ConversationEvent } from "../event.ts";
import { toolFor } from "../happenings/event-tools.ts";
import { type Happening, happeningOf } from "../happenings/happening.ts";
import { recordTrigger } from "../record-trace.ts";
import type { TurnOutcome } from "../trace.ts";
import type { OpenTurn } from "./open-turn.ts";
import { isSpeaking, startRun } from "./runs.ts";

/** Starts the flow of the first growth tool that waits for what the customer has done. */
export function startByHappening(turn: OpenTurn, event: ConversationEvent): TurnOutcome | undefined {
  const happening = happeningOf(event);
  if (!happening) return undefined;
  const tool = toolFor(turn.setup.eventTools ?? [], event);
  if (!tool) {
    recordTrigger(turn, { on: "happening", verdict: "none", happening });
    return undefined;
  }
  const { id, flowId } = tool;
  const flow = flowId === null ? undefined : turn.setup.flows.get(flowId);
  if (flowId === null || !flow) {
    recordTrigger(turn, { on: "happening", verdict: "flow_gone", happening, tool: id });
    return undefined;
  }
  // A reaction says nothing, so it ends no run: a question that waits goes on waiting.
  const { main } = turn.state;
  const isBeside = event.type === "reaction" && main !== null;
  if (isBeside && isSpeaking(main)) {
    recordTrigger(turn, { on: "happening", verdict: "busy", happening, tool: id, flow: main.flowId });
    return "nothing";
  }
  recordTrigger(turn, { on: "happening", verdict: "flow", happening, tool: id, flow: flowId });
  const came = waysIn.includes(happening) ? { tool: toolKey({ id }) } : {};
  turn.state = { ...turn.state, isKnown: true, ...came };
  startRun(turn, { flowId, version: flow.version, isReply: true, isBeside });
  return "started";
}

/** By these a customer comes to the chat. All others happen in it, and lead to no sale that follows. */
const waysIn: Happening[] = ["story_mention", "story_reply", "follow", "ad"];

/** A reaction without a tool that waits for it is answered by nothing. */
export function handleReaction(turn: OpenTurn, event: Extract<ConversationEvent, { type: "reaction" }>): TurnOutcome {
  if (turn.state.paused || turn.setup.isPaused) {
    recordTrigger(turn, { on: "pause", verdict: "paused" });
    return "paused";
  }
  return startByHappening(turn, event) ?? "nothing";
}
