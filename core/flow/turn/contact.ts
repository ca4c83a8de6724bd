import { answers } from "../answers/index.ts";
import type { ConversationState } from "../state.ts";
import type { OpenTurn } from "./open-turn.ts";
import { leavePhone, readingFor } from "./scene.ts";

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
