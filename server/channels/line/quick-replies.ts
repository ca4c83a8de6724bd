import type { OutgoingReply } from "@banter/core/flow/outgoing.ts";
import type { RenderContext } from "../outbound.ts";
import { replyNote } from "../text/render-notes.ts";
import type { Action, ActionMaker } from "./actions.ts";

/** An emoji is understood in every language. */
const locationLabel = "📍";

export type QuickReply = { type: "action"; action: Action | { type: "location"; label: string } };

const maxQuickReplies = 13;

/**
 * LINE's quick replies, and the titles of those beyond its maximum: a customer may type one of them. LINE cannot ask for
 * a phone number or an e-mail address.
 */
export function quickRepliesOf(
  replies: OutgoingReply[],
  make: ActionMaker,
  note: RenderContext["note"],
): { items: QuickReply[]; lines: string[] } {
  const items: QuickReply[] = [];
  const lines: string[] = [];
  for (const reply of replies) {
    if (reply.type === "press" && items.length < maxQuickReplies) {
      items.push({ type: "action", action: make.quickReply(reply) });
      continue;
    }
    make.skip();
    if (reply.type === "location" && items.length < maxQuickReplies) {
      items.push({ type: "action", action: { type: "location", label: locationLabel } });
      continue;
    }
    if (reply.type === "press") lines.push(reply.title);
    note(replyNote(reply.type === "press" ? "as_text" : "left_out", reply));
  }
  return { items, lines };
}
