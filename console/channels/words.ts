import type { ChannelType } from "@banter/core/channels/index.ts";
import { instagram } from "./instagram.ts";
import { line } from "./line.ts";
import { messenger } from "./messenger.ts";
import { namesIn } from "./names.ts";
import { telegram } from "./telegram.ts";
import type { ChannelWords, TranslatedWords } from "./types.ts";
import { whatsapp } from "./whatsapp.ts";
import { zalo } from "./zalo.ts";

/** Every channel's words: `channels:telegram.setting`. Adding a channel is a file here and a line below. */
const channels: Record<ChannelType, TranslatedWords> = {
  webchat: { en: {}, vi: {} },
  messenger,
  instagram,
  whatsapp,
  telegram,
  zalo,
  line,
};

export const en = wordsIn("en");
export const vi = wordsIn("vi");

function wordsIn(language: keyof TranslatedWords): Record<string, ChannelWords & { name?: string }> {
  const names = namesIn(language);
  return Object.fromEntries(
    Object.entries(channels).map(([type, words]) => [type, { ...words[language], name: names[type] ?? type }]),
  );
}
