import type { RenderNote } from "../render-note.ts";
import { english, type RenderNoteWords } from "./render-note-words.ts";
import { put } from "./sentence.ts";

/** The notes in sentences. `channel` is the channel's name. Notes of an unknown kind are skipped. */
export function explainNotes(
  notes: readonly RenderNote[],
  channel: string,
  words: RenderNoteWords = english,
): string[] {
  return notes.flatMap(({ change, part, title = "", max }) => {
    const sentence = (words[change] as Record<string, string> | undefined)?.[part];
    return sentence === undefined ? [] : [put(sentence, { TITLE: title, MAX: String(max ?? ""), CHANNEL: channel })];
  });
}
