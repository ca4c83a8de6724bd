import type { OutgoingReply } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";

/** The note that a quick reply is shown as text, or not at all. */
export function replyNote(change: "as_text" | "left_out", reply: OutgoingReply): RenderNote {
  if (reply.type === "press") return { change, part: "quick_reply", title: reply.title };
  return { change, part: reply.type === "email" ? "email_reply" : "phone_reply" };
}
