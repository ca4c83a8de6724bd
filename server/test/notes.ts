import { addNote, type RenderNote } from "@banter/core/flow/render-note.ts";

/** What a message is shown by, and what was noted on the way, if anything. */
export function withNotes<Calls>(render: (note: (note: RenderNote) => void) => Calls) {
  const notes: RenderNote[] = [];
  const expect = render((note) => addNote(notes, note));
  return { expect, notes: notes.length > 0 ? notes : undefined };
}
