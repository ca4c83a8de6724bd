import type { OutgoingReply } from "@banter/core/flow/outgoing.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { RenderContext } from "../channel.ts";
import { cutText } from "../split-text.ts";
import { characters, type Look, limits } from "./look.ts";

/** Quick replies that the platform shows, and the titles of those beyond its number: whoever types one is understood. */
export type QuickReplies = { native: JsonObject[]; lines: string[] };

/** `place` is that of the first of them among the message's pressables. */
export function renderQuickReplies(
  replies: OutgoingReply[],
  place: number,
  context: RenderContext,
  look: Look,
): QuickReplies {
  const native: JsonObject[] = [];
  const lines: string[] = [];
  for (const [index, reply] of replies.entries()) {
    if (reply.type === "press" && native.length === limits.quickReplies) lines.push(reply.title);
    else if (reply.type === "press") {
      const title = cutText(reply.title, limits.title, characters);
      native.push({ content_type: "text", title, payload: context.payload(place + index) });
    } else if (look.offersContacts && native.length < limits.quickReplies) {
      native.push({ content_type: reply.type === "email" ? "user_email" : "user_phone_number" });
    }
  }
  return { native, lines };
}
