import type { ChannelType } from "./index.ts";
import type { LimitedText } from "../model/form.ts";

type Limit = { max: number; unit: "characters" | "bytes" };

/** How long texts may be before a channel splits or cuts them; what is not named is as long as content may be. */
export const channelLimits: Record<ChannelType, Partial<Record<LimitedText, Limit>>> = {
  webchat: {},
  messenger: {
    text: characters(1999),
    button: characters(20),
    quick_reply: characters(20),
    card_title: characters(80),
    card_subtitle: characters(80),
  },
  instagram: {
    text: { max: 1000, unit: "bytes" },
    button: characters(20),
    quick_reply: characters(20),
    card_title: characters(80),
    card_subtitle: characters(80),
  },
  whatsapp: { button: characters(20), quick_reply: characters(20) },
  telegram: {},
  zalo: {},
  line: { quick_reply: characters(20) },
};

/** How many ice breakers and menu items a channel shows, and how many characters of each. */
export const offerLimits: Record<ChannelType, Record<"iceBreakers" | "mainMenu", OfferLimit>> = {
  webchat: { iceBreakers: shows(100, 80), mainMenu: shows(100, 80) },
  messenger: { iceBreakers: shows(4, 80), mainMenu: shows(20, 30) },
  instagram: { iceBreakers: shows(4, 80), mainMenu: shows(20, 30) },
  whatsapp: { iceBreakers: shows(4, 80), mainMenu: shows(30, 80) },
  telegram: { iceBreakers: shows(0, 0), mainMenu: shows(100, 80) },
  zalo: { iceBreakers: shows(0, 0), mainMenu: shows(0, 0) },
  line: { iceBreakers: shows(0, 0), mainMenu: shows(0, 0) },
};
export type OfferLimit = { count: number; characters: number };

/** Whether a channel shows the page's greeting, and where it shows the links of the main menu. */
export const offerPlaces: Record<ChannelType, { greeting: boolean; links: "menu" | "greeting" | "nowhere" }> = {
  webchat: { greeting: true, links: "menu" },
  messenger: { greeting: true, links: "menu" },
  instagram: { greeting: false, links: "menu" },
  whatsapp: { greeting: false, links: "nowhere" },
  telegram: { greeting: true, links: "greeting" },
  zalo: { greeting: false, links: "nowhere" },
  line: { greeting: false, links: "nowhere" },
};

/** What the limit counts in a text. Emoji of several code points count as several. */
export function lengthIn(unit: Limit["unit"], text: string): number {
  return unit === "bytes" ? new TextEncoder().encode(text).length : [...text].length;
}

function characters(max: number): Limit {
  return { max, unit: "characters" };
}

function shows(count: number, characters: number): OfferLimit {
  return { count, characters };
}
