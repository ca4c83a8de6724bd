import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { z } from "zod";
import { wordsOf } from "./message.ts";

/**
 * An event of a conversation that another app has, mostly Meta's own agent: it is kept, and nothing is answered. A
 * press counts as the words on the button. Undefined if there is nothing to keep.
 */
export function overheard(event: MailEvent, item: unknown): MailEvent | undefined {
  switch (event.type) {
    case "message":
      return { ...event, isStandby: true };
    case "payload":
    case "referral": {
      // A referral without words stands beside an event with what the customer did.
      if (event.type === "referral" && event.said === undefined) return undefined;
      const text = wordsOf(item) || titleIn(item);
      return text === "" ? undefined : { type: "message", text, isStandby: true };
    }
    case "reaction":
      return undefined;
    default:
      return event;
  }
}

/** The words on the button or the row of a list that was pressed. */
function titleIn(item: unknown): string {
  const { interactive, button } = Object(item);
  const title: unknown = Object(Object(interactive).button_reply ?? Object(interactive).list_reply).title;
  const found = title ?? Object(button).text;
  return typeof found === "string" ? found : "";
}

/**
 * The conversation was passed to this app, or taken from it. Nothing in it names the page's number but `recipient`.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/conversation-routing/overview
 *
 *     { "type": "control_passed", "timestamp": "1794700800", "sender": { "phone_number": "84901234567" },
 *       "recipient": { "phone_number_id": "106540352242922" },
 *       "control_passed": { "previous_owner_role": "ai_agent", "new_owner_role": "escalation" } }
 */
const word = z.string().optional().catch(undefined);
const Passed = z.object({ new_owner_role: word, new_owner_app_role: word }).catch({});
export const Handover = z.object({
  type: z.string(),
  timestamp: z.coerce.number().catch(0),
  sender: z.object({ phone_number: word, wa_id: word, user_id: word }),
  control_passed: Passed.optional(),
});

/** Undefined for a kind that is not known. */
export function handoverEvent({ type, control_passed: passed }: z.infer<typeof Handover>): MailEvent | undefined {
  if (type === "control_taken") return { type: "control_lost" };
  if (type !== "control_passed") return undefined;
  const role = (passed?.new_owner_role ?? passed?.new_owner_app_role)?.toLowerCase();
  return role !== undefined && agents.has(role) ? { type: "control_lost" } : { type: "resume" };
}

/** Meta's own agent, by the names that it has in webhooks. */
const agents: ReadonlySet<string> = new Set(["ai_agent", "meta_ai", "meta_business_agent"]);
