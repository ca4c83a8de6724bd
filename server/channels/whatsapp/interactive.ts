import { whatsapp as facts } from "@banter/core/channels/whatsapp/facts.ts";
import { cutTitle, fileName, replyNote } from "../text/render-notes.ts";
import { cutText, splitText } from "../text/split-text.ts";
import type { Offer } from "./offer.ts";
import type { Voice } from "./wording.ts";

/** The `type` of a request and the field of that name. */
export type Part = { type: string } & Record<string, unknown>;

export type Header =
  | { type: "image"; image: { link: string } }
  | { type: "video"; video: { link: string } }
  | { type: "document"; document: { link: string; filename?: string } };

/**
 * A text with its offer: up to three presses as buttons, more as lists, a single link as a button, and everything else
 * as lines of the text. A header is part of a message that can have one, or is sent before it.
 */
export function show(text: string, offer: Offer, voice: Voice, header?: Header): Part[] {
  const { presses, links, calls } = offer;
  const [link, ...others] = links;
  const button = presses.length === 0 && calls.length === 0 && others.length === 0 ? link : undefined;
  const lines = linesOf(button ? { ...offer, links: [] } : offer, voice).join("\n");
  const body = [text, lines].filter((each) => each !== "").join("\n\n");

  if (button) return withBody(body, (text) => linkPart(text, button, voice, header));
  if (presses.length === 0) return header ? captioned(header, body) : textParts(body);
  const [first = [], ...groups] = inGroups(presses);
  // A list cannot have a header.
  const isBelow = header !== undefined && first.length > maxButtons;
  if (isBelow) voice.note({ change: "apart", ...nameOf(header) });
  noteForm(first, voice);
  for (const { title } of groups.flat()) voice.note({ change: "apart", part: "quick_reply", title });
  return [
    ...(isBelow ? captioned(header, "") : []),
    ...withBody(body, (text) => pressPart(text, first, voice, isBelow ? undefined : header)),
    ...groups.map((group) => pressPart("…", group, voice)),
  ];
}

/** Notes that buttons and quick replies are sent in a message of their own. */
export function noteApart({ presses, links }: Offer, { note }: Voice): void {
  const parts = [...presses.map(({ part }) => part), ...(links.length > 0 ? ["button"] : [])];
  if (parts.includes("button")) note({ change: "apart", part: "buttons" });
  if (parts.includes("quick_reply")) note({ change: "apart", part: "quick_replies" });
}

/** Items without a button: links and phone numbers as lines, and questions that the customer answers by typing. */
export function linesOf({ links, calls, asks }: Offer, { phoneQuestion, emailQuestion, note }: Voice): string[] {
  for (const { title } of [...links, ...calls]) note({ change: "as_text", part: "button", title });
  for (const type of asks) note(replyNote("as_text", { type }));
  return [
    ...links.map(({ title, url }) => `${title}: ${url}`),
    ...calls.map(({ title, phone }) => `${title}: ${phone}`),
    ...asks.flatMap((ask) => (ask === "location" ? [] : [ask === "email" ? emailQuestion : phoneQuestion])),
  ];
}

/** A caption that is too long follows as text. */
export function captioned(header: Header, caption: string): Part[] {
  const { type, ...media } = header;
  const before = caption.length > maxBody ? caption : "";
  const [content] = Object.values(media);
  const words = before === "" && caption !== "" ? { caption } : {};
  return [{ type, [type]: { ...content, ...words } }, ...textParts(before)];
}

/** Links are shown with a preview. */
function textParts(text: string): Part[] {
  return splitText(text, maxText).map((body) => ({
    type: "text",
    text: /https?:\/\//.test(body) ? { body, preview_url: true } : { body },
  }));
}

const maxText = 4096;
const maxBody = 1024;
const { maxButtons, maxInList: maxRows } = facts.chat;
export const maxTitle = facts.textLimits.button.max;
const maxRowTitle = 24;
const maxDescription = 72;

/** More presses than a list can hold go into further lists, because a typed number would lead nowhere. */
function inGroups(presses: Offer["presses"]): Offer["presses"][] {
  return presses.length <= maxRows ? [presses] : [presses.slice(0, maxRows), ...inGroups(presses.slice(maxRows))];
}

/** Text that is too long for a body is sent before it. A body must not be empty, so an emoji replaces an empty one. */
function withBody(text: string, partOf: (body: string) => Part): Part[] {
  const body = splitText(text, maxBody).at(-1) ?? "👇";
  const before = text.trim().slice(0, -body.length);
  return [...textParts(before), partOf(body)];
}

function linkPart(body: string, { title, url }: Offer["links"][number], voice: Voice, header?: Header): Part {
  const parameters = { display_text: cutTitle(voice, title, { part: "button", max: maxTitle }), url };
  return interactive("cta_url", body, { name: "cta_url", parameters }, header);
}

function pressPart(body: string, presses: Offer["presses"], voice: Voice, header?: Header): Part {
  if (presses.length <= maxButtons) {
    // Only noted here: `distinct` may cut the title further, to add a number.
    for (const { title, part } of presses) cutTitle(voice, title, { part, max: maxTitle });
    const titles = distinct(presses, maxTitle, voice);
    const buttons = presses.map(({ id }, index) => ({ type: "reply", reply: { id, title: titles[index] } }));
    return interactive("button", body, { buttons }, header);
  }
  const titles = distinct(presses, maxRowTitle, voice);
  // A title that does not fit is repeated in the description, which has more room.
  const rows = presses.map(({ id, title, part }, index) => ({
    id,
    title: titles[index],
    ...(title.length > maxRowTitle && { description: cutTitle(voice, title, { part, max: maxDescription }) }),
  }));
  return interactive("list", body, { button: cutText(voice.chooseLabel, maxTitle), sections: [{ rows }] });
}

/** Notes the form of buttons that are too many, and of quick replies, which WhatsApp does not have. */
function noteForm(presses: Offer["presses"], { note }: Voice): void {
  const isList = presses.length > maxButtons;
  const has = (part: string) => presses.some((press) => press.part === part);
  if (isList && has("button")) note({ change: "as_list", part: "buttons" });
  if (has("quick_reply")) note({ change: isList ? "as_list" : "as_button", part: "quick_replies" });
}

/** The name of a header in notes. */
function nameOf({ type, ...media }: Header): { part: "image" | "video" | "file"; title: string } {
  const [{ link }] = Object.values(media) as [{ link: string }];
  return { part: type === "document" ? "file" : type, title: fileName(link) ?? link };
}

export function interactive(type: string, body: string, action: unknown, header?: Header): Part {
  return { type: "interactive", interactive: { type, ...(header && { header }), body: { text: body }, action } };
}

/** WhatsApp refuses two equal titles, so repeated ones are numbered. */
export function distinct(presses: Offer["presses"], max: number, { note }: Voice): string[] {
  const titles: string[] = [];
  for (const { title, part } of presses) {
    let next = cutText(title, max);
    if (titles.includes(next)) note({ change: "numbered", part, title });
    for (let number = 2; titles.includes(next); number++) next = `${cutText(title, max - 4)} (${number})`;
    titles.push(next);
  }
  return titles;
}
