import type { Run, Wait } from "../../state.ts";
import type { StepOutcome } from "../../steps/outcome.ts";
import { unsentOf } from "../comments/private-reply.ts";
import type { ActiveRun, Scene } from "../scene.ts";

type Waiting = Extract<StepOutcome["next"], { type: "wait" }>;

/** Delays up to this length are shown to the customer as typing. */
const maxTypingMs = 20_000;

/** The run starts to wait, with a timer that ends the wait. */
export function startWait(
  { turn, choices, unsent = [] }: Scene,
  run: ActiveRun,
  { for: what, until }: Waiting,
  refused: number,
): Run {
  const isTyping = what === "time" && until - turn.now <= maxTypingMs;
  turn.effects.push({ type: "set_timer", at: until, runId: run.id, turn: turn.state.turn, isTyping });
  const wait = waitFor(what, turn.state.turn, { isTyping, refused, choices });
  return { ...run, wait: unsent.length > 0 ? { ...wait, unsent: unsentOf(run, unsent) } : wait };
}

function waitFor(
  what: Waiting["for"],
  turn: number,
  { isTyping, refused, choices }: { isTyping: boolean; refused: number; choices: string[] | undefined },
): Wait {
  if (what === "reply") return { type: "ask", turn, refused, ...(choices && { choices }) };
  if (what === "time") return { type: "delay", turn, ...(isTyping && { isTyping }) };
  return { type: "request", turn };
}
