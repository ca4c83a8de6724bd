import type { ChannelType } from "./index.ts";
import { lineRefusals } from "./line/refusals.ts";
import { metaRefusals } from "./meta/refusals.ts";
import { byCode, type CodeMeaning } from "./refusal.ts";
import { telegramRefusals } from "./telegram/refusals.ts";
import { whatsappRefusals } from "./whatsapp/refusals.ts";
import { zaloRefusals } from "./zalo/refusals.ts";

const meta = byCode(metaRefusals);

/** The meaning of each platform's error codes. */
export const channelRefusals: Partial<Record<ChannelType, ReadonlyMap<string, CodeMeaning>>> = {
  messenger: meta,
  instagram: meta,
  whatsapp: byCode(whatsappRefusals),
  telegram: byCode(telegramRefusals),
  line: byCode(lineRefusals),
  zalo: byCode(zaloRefusals),
};

/** A platform's error in words for the page's owner; undefined if the code is not known. */
export const refusalWords = (channel: ChannelType, code: string | null, language: string): string | undefined =>
  code === null ? undefined : channelRefusals[channel]?.get(code)?.[language === "vi" ? "vi" : "en"];
