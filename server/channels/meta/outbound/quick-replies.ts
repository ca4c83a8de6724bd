import type { OutgoingReply } from "@banter/core/flow/outgoing.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { RenderContext } from "../../outbound.ts";
import { cutTitle, replyNote } from "../../text/render-notes.ts";
import { characters, type Look, limits } from "./look.ts";

/** Quick replies of the platform, and the titles of those beyond its maximum: a customer may type one of them. */
export type QuickReplies = { native: JsonObject[]; lines: string[] };

/** `place` is the place of the first quick reply among the message's pressables. */
export function renderQuickReplies(
  replies: OutgoingReply[],
  place: number,
  context: RenderContext,
  look: Look,
): QuickReplies {
  const native: JsonObject[] = [];
  const lines: string[] = [];
  for (const [index, reply] of replies.entries()) {
    const hasRoom = native.length < limits.quickReplies;
    if (reply.type === "press" && hasRoom) {
      const title = cutTitle(context, reply.title, { part: "quick_reply", max: limits.title, measure: characters });
      native.push({ content_type: "text", title, payload: context.payload(place + index) });
    } else if (reply.type === "press") {
      context.note(replyNote("as_text", reply));
      lines.push(reply.title);
    } else if (look.offersContacts && hasRoom && reply.type !== "location") {
      native.push({ content_type: reply.type === "email" ? "user_email" : "user_phone_number" });
    } else {
      context.note(replyNote("left_out", reply));
    }
  }
  return { native, lines };
}
