import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { RenderContext } from "./channel.ts";
import { cutText, type Measure } from "./split-text.ts";

type Cut = Extract<RenderNote, { change: "cut" }>;

/** A text that is short enough, with a note where something of it was left out. `title` is what the part is known by. */
export function cutTitle(
  { note }: Pick<RenderContext, "note">,
  text: string,
  { part, title = text, max, measure }: Pick<Cut, "part" | "title"> & { max: number; measure?: Measure },
): string {
  const shown = cutText(text, max, measure);
  if (shown !== text) note({ change: "cut", part, title, max });
  return shown;
}
