import type { Run, Wait } from "../state.ts";
import type { Outcome } from "../steps/outcome.ts";
import type { ActiveRun, Scene } from "./scene.ts";

type Waiting = Extract<Outcome["way"], { type: "wait" }>;

/** Delays up to this long look to the customer like somebody typing. */
const longestTyping = 20_000;

/** The run comes to rest, with a timer that ends its wait. */
export function rest({ turn, choices }: Scene, run: ActiveRun, { for: what, until }: Waiting, refused: number): Run {
  const isTyping = what === "time" && until - turn.now <= longestTyping;
  turn.effects.push({ type: "set_timer", at: until, runId: run.id, turn: turn.state.turn, isTyping });
  return { ...run, wait: waitFor(what, turn.state.turn, { isTyping, refused, choices }) };
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
