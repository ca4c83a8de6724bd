import type { ChannelType } from "@banter/core/channels/index.ts";
import { instagram } from "./instagram.ts";
import { messenger } from "./messenger.ts";
import { telegram } from "./telegram.ts";
import type { ChannelWords, Translated } from "./types.ts";
import { whatsapp } from "./whatsapp.ts";
import { zalo } from "./zalo.ts";

/** Every channel's words: `channels:telegram.name`. Adding a channel is a file here and a line below. */
const channels: Record<ChannelType, Translated> = {
  webchat: { en: { name: "Web chat" }, vi: { name: "Chat web" } },
  messenger,
  instagram,
  whatsapp,
  telegram,
  zalo,
  line: { en: { name: "LINE" }, vi: { name: "LINE" } },
};

export const en = wordsIn("en");
export const vi = wordsIn("vi");

/** The channels' names alone. */
export function namesIn(language: keyof Translated): Record<string, string> {
  return Object.fromEntries(Object.entries(channels).map(([type, words]) => [type, words[language].name]));
}

function wordsIn(language: keyof Translated): Record<string, ChannelWords> {
  return Object.fromEntries(Object.entries(channels).map(([type, words]) => [type, words[language]]));
}
