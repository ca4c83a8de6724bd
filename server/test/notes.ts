import { addNote, type RenderNote } from "@banter/core/flow/render-note.ts";

/** The calls that show a message, and its render notes if there are any. */
export function withNotes<Calls>(render: (note: (note: RenderNote) => void) => Calls) {
  const notes: RenderNote[] = [];
  const expect = render((note) => addNote(notes, note));
  return { expect, notes: notes.length > 0 ? notes : undefined };
}
