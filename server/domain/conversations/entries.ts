import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { OutgoingContent, Reaction } from "@banter/core/flow/outgoing.ts";
import type { LastEntry } from "../../store/conversations/conversations.ts";

export type Entry = Omit<LastEntry, "id">;

const maxText = 200;

/** A turn as a line of the inbox shows it; undefined if the conversation shows nothing of it. */
export function entryOfTurn({ at, event }: { at: Date; event: ConversationEvent }): Entry | undefined {
  const entry = (from: Entry["from"], kind: string, text = "") => ({ at: at.getTime(), from, kind, text: cut(text) });
  switch (event.type) {
    case "message": {
      const kind = event.text.trim() === "" ? (event.attachments?.[0]?.type ?? "other") : "text";
      return entry("customer", kind, event.text);
    }
    case "press":
      return entry("customer", "press", event.title);
    case "comment":
      return entry("customer", "text", event.text);
    case "arrived":
      return entry("customer", "text", event.comment);
    case "referral":
    case "follow":
      return entry("customer", "other");
    case "reaction":
      return entry("customer", "text", event.emoji);
    case "takeover":
      return event.text === undefined ? undefined : entry("person", "text", event.text);
    default:
      return undefined;
  }
}

/** A message to a customer as a line of the inbox shows it; undefined for a reaction, which answers nothing. */
export function entryOfMessage(
  { at, content }: { at: Date; content: OutgoingContent },
  isByPerson: boolean,
): Entry | undefined {
  if (content.type === "reaction") return undefined;
  const [kind, text] = kindAndText(content);
  return { at: at.getTime(), from: isByPerson ? "person" : "bot", kind, text: cut(text) };
}

function kindAndText(content: Exclude<OutgoingContent, Reaction>): [kind: string, text: string] {
  switch (content.type) {
    case "text":
      return ["text", content.text];
    case "cards":
      return ["cards", content.elements[0]?.title ?? ""];
    case "comment_action":
      return ["text", content.action === "answer" ? content.text : signs[content.action]];
    case "control_pass":
      return ["text", signs.pass];
    case "whatsapp_message_template":
      return ["template", ""];
    case "album":
      return [content.items[0]?.type ?? "image", ""];
    default:
      return [content.type, ""];
  }
}

/** Understood in every language. */
const signs = { like: "👍", hide: "🙈", pass: "📥" };

/** One line, without the zero character that PostgreSQL cannot store. */
const cut = (text: string) => text.replaceAll("\0", "").replaceAll(/\s+/g, " ").trim().slice(0, maxText);
