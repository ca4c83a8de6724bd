import type { PersonEvent } from "../event.ts";
import { recordNote, recordTrigger } from "../record-trace.ts";
import type { TurnOutcome } from "../trace.ts";
import { noteLeaving } from "./audience/sequences.ts";
import { endRun } from "./engine.ts";
import type { OpenTurn } from "./open-turn.ts";
import { answerHandOver, giveBack, pause } from "./pauses/pause.ts";
import { removeRun, startRun } from "./runs.ts";
import { openScene, save } from "./scene.ts";
import { sendContent } from "./step-actions.ts";

/** Handles an action of a member of the page. */
export function handlePerson(turn: OpenTurn, event: PersonEvent): TurnOutcome {
  switch (event.type) {
    case "person_message":
      return writeAsPerson(turn, event);
    case "person_reaction":
      return react(turn, event);
    case "start_flow":
      return startFlow(turn, event);
    case "pause":
      return pauseBy(turn, event);
    case "edit_customer":
      return editCustomer(turn, event);
    case "block":
      return block(turn);
    case "unblock": {
      const { isBlocked: _, ...state } = turn.state;
      turn.state = state;
      return "unblocked";
    }
  }
}

type EventOf<Type> = Extract<PersonEvent, { type: Type }>;

/** The bot is silent for the page's time, so that it does not answer what the person has asked. */
function writeAsPerson(
  turn: OpenTurn,
  { content, messageTag, quoted, sendId }: EventOf<"person_message">,
): TurnOutcome {
  const { pauseMinutes } = turn.setup.inbox;
  answerHandOver(turn);
  pause(turn, pauseMinutes === null ? null : turn.now + pauseMinutes * 60_000);
  sendContent(openScene(turn, null, { payload: {}, sendId, messageTag, quoted, isReply: true }), content);
  return "person_wrote";
}

/** Nobody has written: the bot goes on, and the customer still waits for an answer. */
function react(turn: OpenTurn, { emoji, about, sendId }: EventOf<"person_reaction">): TurnOutcome {
  const origin = { flowId: null, version: null, step: null, runId: null, sendId };
  turn.effects.push({ type: "react", reaction: { type: "reaction", emoji, about }, origin });
  return "person_reacted";
}

function startFlow(turn: OpenTurn, { flowId, sendId }: EventOf<"start_flow">): TurnOutcome {
  const flow = turn.setup.flows.get(flowId);
  if (!flow) {
    recordTrigger(turn, { on: "person", verdict: "flow_gone", flow: flowId });
    return "nothing";
  }
  recordTrigger(turn, { on: "person", verdict: "flow", flow: flowId });
  giveBack(turn);
  startRun(turn, { flowId, version: flow.version, sendId, isReply: true });
  return "started";
}

/** Unlike the pause of a flow, this one may be shorter than the one before: it is what the person wants. */
function pauseBy(turn: OpenTurn, { seconds }: EventOf<"pause">): TurnOutcome {
  answerHandOver(turn);
  turn.state = { ...turn.state, paused: null };
  pause(turn, seconds === null ? null : turn.now + seconds * 1000);
  return "taken_over";
}

/** Values that do not fit their field and tags that the page does not have are skipped, as in a flow. */
function editCustomer(turn: OpenTurn, { fields, addTags, removeTags }: EventOf<"edit_customer">): TurnOutcome {
  const scene = openScene(turn, null, { payload: {}, sendId: null });
  for (const [field, value] of Object.entries(fields)) save(scene, field, value);
  const { customer, setup } = turn;
  const added = addTags.filter((tag) => setup.tags.has(tag) && !customer.tags.includes(tag));
  if (addTags.some((tag) => !setup.tags.has(tag))) recordNote(turn, { note: "skipped", what: "unknown_tag" });
  const kept = customer.tags.filter((tag) => !removeTags.includes(tag));
  if (added.length > 0 || kept.length < customer.tags.length)
    turn.customer = { ...customer, tags: [...kept, ...new Set(added)] };
  return "edited";
}

/** Every run is stopped: nothing of theirs may reach the customer any more. */
function block(turn: OpenTurn): TurnOutcome {
  const { main, sequences } = turn.state;
  for (const run of [main, ...sequences]) {
    if (!run) continue;
    endRun(turn, run, "stopped");
    noteLeaving(turn, run, "blocked");
    removeRun(turn, run);
  }
  const { handOver: _, ...state } = turn.state;
  turn.state = { ...state, paused: null, isBlocked: true };
  return "blocked";
}
