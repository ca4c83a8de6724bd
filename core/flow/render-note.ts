import { z } from "zod";

/** How a channel changes parts of a message that it cannot show as they are, and which parts. */
export const renderChanges = {
  cut: ["button", "quick_reply", "card_title", "card_subtitle", "file_name"],
  /** A number is added, since the channel refuses two equal titles. */
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
  as_messages: ["cards", "album"],
  /** In a message of its own. */
  apart: ["buttons", "quick_replies", "quick_reply", "phone_reply", "location_reply", "image", "video", "file"],
  /** Behind the buttons that a template has of its own. */
  on_template: ["quick_replies"],
  on_one_line: ["template_value"],
  left_out: [
    "quick_reply",
    "phone_reply",
    "email_reply",
    "location_reply",
    "form",
    "products",
    "invoice",
    "square_pictures",
    "round_video",
    "app_button",
    "template_buttons",
    "template_media",
    "template_value",
    "further_part",
    "quote",
  ],
} as const;

type Changes = typeof renderChanges;

/**
 * A change, as it is stored with the message. `title` is the title of the part or of its card, `max` the number of
 * characters shown.
 *
 *     { "change": "cut", "part": "button", "title": "Everything that we have", "max": 20 }
 */
export type RenderNote = {
  [Change in keyof Changes]: { change: Change; part: Changes[Change][number]; title?: string; max?: number };
}[keyof Changes];

/** The schema of a note, for the API. */
export const RenderNoteForm = z.strictObject({
  change: z.enum(Object.keys(renderChanges) as [keyof Changes]),
  part: z.enum(Object.values(renderChanges).flat() as [RenderNote["part"]]),
  title: z.string().optional(),
  max: z.int().optional(),
});

/** Adds a note unless it is there: a message is rendered again for each of its calls and each attempt. */
export function addNote(notes: RenderNote[], given: RenderNote): void {
  const note = given.title === undefined ? given : { ...given, title: beginning(given.title) };
  const isSame = (other: RenderNote) =>
    other.change === note.change && other.part === note.part && other.title === note.title;
  if (!notes.some(isSame)) notes.push(note);
}

const maxTitleLength = 40;

function beginning(title: string): string {
  const characters = [...title];
  return characters.length <= maxTitleLength ? title : `${characters.slice(0, maxTitleLength - 1).join("")}…`;
}
