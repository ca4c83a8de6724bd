import { z } from "zod";

/** The channels a page can be on, with the prefixes that tell their pages and customers apart. Messenger has none. */
export const channelTypes = {
  webchat: { title: "Web chat", pagePrefix: "web_", customerPrefix: "web_" },
  messenger: { title: "Messenger", pagePrefix: "", customerPrefix: "" },
  instagram: { title: "Instagram", pagePrefix: "igo_", customerPrefix: "ig_" },
  whatsapp: { title: "WhatsApp", pagePrefix: "waba_", customerPrefix: "wa_" },
  telegram: { title: "Telegram", pagePrefix: "tg_", customerPrefix: "tg_" },
  zalo: { title: "Zalo", pagePrefix: "zl_", customerPrefix: "zl_" },
  line: { title: "LINE", pagePrefix: "ln_", customerPrefix: "ln_" },
} as const;

export const ChannelType = z.enum(Object.keys(channelTypes) as [keyof typeof channelTypes]);
export type ChannelType = keyof typeof channelTypes;

/** Digits for Messenger, else a channel's prefix and digits. */
export const PageId = z.string().regex(/^((igo|waba|tg|zl|ln|web)_)?[0-9]{1,32}$/);
export type PageId = z.infer<typeof PageId>;
