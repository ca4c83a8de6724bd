import type { ConversationEvent } from "../event.ts";
import type { TurnOutcome } from "../trace.ts";
import type { OpenTurn } from "./open-turn.ts";
import { openScene, save } from "./scene.ts";

type FormEvent = Extract<ConversationEvent, { type: "prechat_form" }>;

/** Keeps the answers of a visitor. It starts nothing: the visitor has said nothing yet. */
export function keepForm(turn: OpenTurn, { fields, consent }: FormEvent): TurnOutcome {
  const scene = openScene(turn, null, { payload: {}, sendId: null });
  for (const [field, value] of Object.entries(fields)) save(scene, field, value);
  if (consent) turn.state = { ...turn.state, formConsent: { ...consent, since: turn.now } };
  return "form_kept";
}
