import { answers } from "../answers/index.ts";
import type { ConversationEvent } from "../event.ts";
import type { ConversationState } from "../state.ts";
import type { TurnOutcome } from "../trace.ts";
import type { OpenTurn } from "./open-turn.ts";
import { leavePhone, openScene, readingFor, save } from "./scene.ts";

/** Saves the phone number or email address that a quick reply asked for, if the text is one. */
export function readContact(
  turn: OpenTurn,
  text: string,
  asked: ConversationState["contactAsked"],
): "phone" | "email" | undefined {
  if (!asked) return undefined;
  const phone = asked.phone && /^[\s\d+().-]+$/.test(text) ? answers.phone(text, readingFor(turn)) : undefined;
  if (phone !== undefined) {
    turn.customer = { ...turn.customer, phone };
    if (asked.flowId !== null) leavePhone(turn, asked.flowId);
    return "phone";
  }
  const email = asked.email ? answers.email(text) : undefined;
  if (email === undefined) return undefined;
  turn.customer = { ...turn.customer, email };
  return "email";
}

type FormEvent = Extract<ConversationEvent, { type: "prechat_form" }>;

/** Keeps the answers of a visitor. It starts nothing: the visitor has said nothing yet. */
export function keepForm(turn: OpenTurn, { fields, consent }: FormEvent): TurnOutcome {
  keepFields(turn, fields);
  if (consent) turn.state = { ...turn.state, formConsent: { ...consent, since: turn.now } };
  return "form_kept";
}

/** Saves values by the field's name. One that does not fit its field is skipped. */
export function keepFields(turn: OpenTurn, fields: Record<string, string>): void {
  const scene = openScene(turn, null, { payload: {}, sendId: null });
  for (const [field, value] of Object.entries(fields)) save(scene, field, value);
}
