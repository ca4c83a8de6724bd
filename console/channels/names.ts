import type { ChannelType } from "@banter/core/channels/index.ts";

// Loaded at once, because every screen names channels. The other words of channels come with the screens that need them.

const names: Record<ChannelType, { en: string; vi: string }> = {
  webchat: { en: "Web chat", vi: "Chat web" },
  messenger: everywhere("Messenger"),
  instagram: everywhere("Instagram"),
  whatsapp: everywhere("WhatsApp"),
  telegram: everywhere("Telegram"),
  zalo: everywhere("Zalo"),
  line: everywhere("LINE"),
};

export const en = wordsIn("en");
export const vi = wordsIn("vi");

export function namesIn(language: "en" | "vi"): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([type, of]) => [type, of[language]]));
}

function wordsIn(language: "en" | "vi"): Record<string, { name: string }> {
  return Object.fromEntries(Object.entries(names).map(([type, of]) => [type, { name: of[language] }]));
}

function everywhere(name: string) {
  return { en: name, vi: name };
}
