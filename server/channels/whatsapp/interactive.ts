import { whatsapp as facts } from "@banter/core/channels/whatsapp.ts";
import { cutTitle } from "../cut-title.ts";
import { fileName } from "../file-name.ts";
import { replyNote } from "../reply-note.ts";
import { cutText, splitText } from "../split-text.ts";
import type { Offer } from "./offer.ts";
import type { Voice } from "./render.ts";

/** The `type` of a request and the field of that name. */
export type Part = { type: string } & Record<string, unknown>;

export type Header =
  | { type: "image"; image: { link: string } }
  | { type: "video"; video: { link: string } }
  | { type: "document"; document: { link: string; filename?: string } };

/**
 * A text with what it offers: up to three presses as buttons, more as lists, a single link as a button, and everything else
 * as lines of the text. A header comes with a message that can carry it, or before it.
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
  // A list has room for no picture.
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

/** That what can be pressed stands in a message of its own; lines do so anyway. */
export function noteApart({ presses, links }: Offer, { note }: Voice): void {
  const parts = [...presses.map(({ part }) => part), ...(links.length > 0 ? ["button"] : [])];
  if (parts.includes("button")) note({ change: "apart", part: "buttons" });
  if (parts.includes("quick_reply")) note({ change: "apart", part: "quick_replies" });
}

/** What has no button of its own: links and numbers as lines, and questions for what the customer is to write. */
export function linesOf({ links, calls, asks }: Offer, { phoneQuestion, emailQuestion, note }: Voice): string[] {
  for (const { title } of [...links, ...calls]) note({ change: "as_text", part: "button", title });
  for (const type of asks) note(replyNote("as_text", { type }));
  return [
    ...links.map(({ title, url }) => `${title}: ${url}`),
    ...calls.map(({ title, phone }) => `${title}: ${phone}`),
    ...asks.map((ask) => (ask === "email" ? emailQuestion : phoneQuestion)),
  ];
}

/** Words that are too long for a caption follow. */
export function captioned(header: Header, caption: string): Part[] {
  const { type, ...media } = header;
  const before = caption.length > maxBody ? caption : "";
  const [content] = Object.values(media);
  const words = before === "" && caption !== "" ? { caption } : {};
  return [{ type, [type]: { ...content, ...words } }, ...textParts(before)];
}

/** A preview is shown only where there is something to preview. */
export function textParts(text: string): Part[] {
  return splitText(text, maxText).map((body) => ({
    type: "text",
    text: /https?:\/\//.test(body) ? { body, preview_url: true } : { body },
  }));
}

const maxText = 4096;
const maxBody = 1024;
const maxButtons = 3;
const maxRows = 10;
const maxTitle = facts.textLimits.button.max;
const maxRowTitle = 24;
const maxDescription = 72;

/** Every one of them stays to be pressed: a number that the customer writes would find nothing. */
function inGroups(presses: Offer["presses"]): Offer["presses"][] {
  return presses.length <= maxRows ? [presses] : [presses.slice(0, maxRows), ...inGroups(presses.slice(maxRows))];
}

/** What is too long for a body goes before it. A body must not be empty, so a picture's says where to look. */
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
    // Only noted here: the same title may have to be cut further, for a number behind it.
    for (const { title, part } of presses) cutTitle(voice, title, { part, max: maxTitle });
    const titles = distinct(presses, maxTitle, voice);
    const buttons = presses.map(({ id }, index) => ({ type: "reply", reply: { id, title: titles[index] } }));
    return interactive("button", body, { buttons }, header);
  }
  const titles = distinct(presses, maxRowTitle, voice);
  // A title that does not fit stands below, where there is more room.
  const rows = presses.map(({ id, title, part }, index) => ({
    id,
    title: titles[index],
    ...(title.length > maxRowTitle && { description: cutTitle(voice, title, { part, max: maxDescription }) }),
  }));
  return interactive("list", body, { button: cutText(voice.chooseLabel, maxTitle), sections: [{ rows }] });
}

/** Buttons are what they are unless they are too many; quick replies never are. */
function noteForm(presses: Offer["presses"], { note }: Voice): void {
  const isList = presses.length > maxButtons;
  const has = (part: string) => presses.some((press) => press.part === part);
  if (isList && has("button")) note({ change: "as_list", part: "buttons" });
  if (has("quick_reply")) note({ change: isList ? "as_list" : "as_button", part: "quick_replies" });
}

/** What a header is to whoever reads of it. */
function nameOf({ type, ...media }: Header): { part: "image" | "video" | "file"; title: string } {
  const [{ link }] = Object.values(media) as [{ link: string }];
  return { part: type === "document" ? "file" : type, title: fileName(link) ?? link };
}

function interactive(type: string, body: string, action: unknown, header?: Header): Part {
  return { type: "interactive", interactive: { type, ...(header && { header }), body: { text: body }, action } };
}

/** No two may have the same title. */
function distinct(presses: Offer["presses"], max: number, { note }: Voice): string[] {
  const titles: string[] = [];
  for (const { title, part } of presses) {
    let next = cutText(title, max);
    if (titles.includes(next)) note({ change: "numbered", part, title });
    for (let number = 2; titles.includes(next); number++) next = `${cutText(title, max - 4)} (${number})`;
    titles.push(next);
  }
  return titles;
}
