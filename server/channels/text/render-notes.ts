import type { OutgoingReply } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { RenderContext } from "../outbound.ts";
import { cutText, type Measure } from "./split-text.ts";

type Cut = Extract<RenderNote, { change: "cut" }>;

/** Cuts a text that is too long, and notes it. `title` is the name of the part in the note. */
export function cutTitle(
  { note }: Pick<RenderContext, "note">,
  text: string,
  { part, title = text, max, measure }: Pick<Cut, "part" | "title"> & { max: number; measure?: Measure },
): string {
  const shown = cutText(text, max, measure);
  if (shown !== text) note({ change: "cut", part, title, max });
  return shown;
}

/** The note that a quick reply is shown as text, or not at all. */
export function replyNote(change: "as_text" | "left_out", reply: OutgoingReply): RenderNote {
  if (reply.type === "press") return { change, part: "quick_reply", title: reply.title };
  if (reply.type === "location") return { change: "left_out", part: "location_reply" };
  return { change, part: reply.type === "email" ? "email_reply" : "phone_reply" };
}

/** The last part of an address: the file's name, for people. */
export function fileName(url: string): string | undefined {
  const last = URL.parse(url)?.pathname.split("/").at(-1);
  if (!last) return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
