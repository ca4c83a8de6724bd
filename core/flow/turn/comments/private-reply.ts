import type { OutgoingMessage } from "../../outgoing.ts";
import type { HeldMessages, Run } from "../../state.ts";
import { type OpenTurn, send } from "../open-turn.ts";
import type { ActiveRun, Scene } from "../scene.ts";

/** How long an unanswered private reply is waited for: as long as the platforms allow one. */
const openingMs = 7 * 86_400_000;

/**
 * The first message of a run that a comment has started, as its private reply. Undefined for a message that must wait:
 * platforms take one private reply, and nothing more until the customer has answered it.
 */
export function asPrivateReply(scene: Scene, message: OutgoingMessage): OutgoingMessage | undefined {
  const { comment } = scene.run ?? {};
  if (!comment) return message;
  const isFirst = !comment.isReplied && !scene.unsent;
  scene.unsent ??= [];
  if (isFirst) return { ...message, commentId: comment.id };
  scene.unsent.push(message);
  return undefined;
}

export function afterPrivateReply<R extends ActiveRun>(run: R): R {
  return run.comment ? { ...run, comment: { ...run.comment, isReplied: true } } : run;
}

/** The run waits for the customer's answer, at its next step or, behind the last one, where it is. */
export function waitForOpening({ turn, unsent = [] }: Scene, run: ActiveRun, next: ActiveRun | undefined): Run {
  const { turn: count } = turn.state;
  turn.effects.push({ type: "set_timer", at: turn.now + openingMs, runId: run.id, turn: count, isTyping: false });
  const left = unsent.length > 0 ? { unsent: unsentOf(run, unsent) } : {};
  return { ...(next ?? run), wait: { type: "opening", turn: count, ...(!next && { isEnd: true }), ...left } };
}

export function unsentOf({ flowId, version, step }: ActiveRun, messages: OutgoingMessage[]): HeldMessages {
  return { messages, flowId, version, step };
}

export function sayUnsent(turn: OpenTurn, run: Run, { messages, flowId, version, step }: HeldMessages): void {
  const origin = { flowId, version, step, runId: run.id, sendId: run.sendId };
  for (const message of messages) send(turn, { type: "say", message, origin, isReply: true, warnings: [] });
}

/** The customer has written: the conversation is open, and the run may send what it likes. */
export function openedRun(run: Run | null): Run | null {
  if (!run?.comment) return run;
  const { comment: _, ...opened } = run;
  return opened;
}
