import { z } from "zod";
import { english, type RenderNoteWords } from "./explain/render-note-words.ts";
import { put } from "./explain/sentence.ts";

/** What channels do to parts of messages that they cannot show as they were made, and to which parts. */
export const renderChanges = {
  cut: ["button", "quick_reply", "card_title", "card_subtitle", "file_name"],
  /** Two of the same title are told apart by a number. */
  numbered: ["button", "quick_reply"],
  as_text: [
    "button",
    "quick_reply",
    "phone_reply",
    "email_reply",
    "card",
    "card_link",
    "image",
    "video",
    "audio",
    "file",
    "template",
  ],
  as_hint: ["email_reply"],
  as_button: ["quick_replies", "card_link"],
  as_list: ["buttons", "quick_replies"],
  as_messages: ["cards"],
  /** In a message of its own. */
  apart: ["buttons", "quick_replies", "quick_reply", "phone_reply", "image", "video", "file"],
  /** Behind the buttons that a template has of its own. */
  on_template: ["quick_replies"],
  on_one_line: ["template_value"],
  left_out: ["quick_reply", "phone_reply", "email_reply", "template_buttons", "template_media", "template_value"],
} as const;

type Changes = typeof renderChanges;

/**
 * One of them, as it is kept with the message. `title` is the part's own or that of its card, `max` how many characters
 * are shown.
 *
 *     { "change": "cut", "part": "button", "title": "Everything that we have", "max": 20 }
 */
export type RenderNote = {
  [Change in keyof Changes]: { change: Change; part: Changes[Change][number]; title?: string; max?: number };
}[keyof Changes];

/** The same as a schema, for whoever reads them from outside. */
export const RenderNoteForm = z.strictObject({
  change: z.enum(Object.keys(renderChanges) as [keyof Changes]),
  part: z.enum(Object.values(renderChanges).flat() as [RenderNote["part"]]),
  title: z.string().optional(),
  max: z.int().optional(),
});

/** Keeps a note, once: a message is rendered for each of its calls, and again for each attempt. */
export function addNote(notes: RenderNote[], given: RenderNote): void {
  const note = given.title === undefined ? given : { ...given, title: beginning(given.title) };
  const isSame = (other: RenderNote) =>
    other.change === note.change && other.part === note.part && other.title === note.title;
  if (!notes.some(isSame)) notes.push(note);
}

/** The notes in sentences. `channel` is its name. One that a newer version has kept is passed over. */
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

const longestTitle = 40;

function beginning(title: string): string {
  const characters = [...title];
  return characters.length <= longestTitle ? title : `${characters.slice(0, longestTitle - 1).join("")}…`;
}
