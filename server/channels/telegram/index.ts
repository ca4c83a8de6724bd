import { telegram as facts } from "@banter/core/channels/telegram/facts.ts";
import { defineChannel } from "../channel.ts";
import { account } from "./account.ts";
import { renderAlbum } from "./album.ts";
import { deliver, showTyping } from "./deliver.ts";
import { inbound } from "./inbound/index.ts";
import { type ReactionCall, renderReaction } from "./own-reaction.ts";
import { setProfile } from "./profile.ts";
import { render, type TelegramCall } from "./render.ts";
import { Settings } from "./settings.ts";
import { startParameterOf } from "./start-parameter.ts";

/** Telegram bots. https://core.telegram.org/bots/api */
export const telegram = defineChannel<Settings, TelegramCall | ReactionCall>({
  type: "telegram",
  title: facts.title,
  settings: Settings,
  account,
  inbound,
  knowsStrangers: true,
  window: null,
  confirmsWithinSeconds: null,
  // From Telegram's FAQ: about thirty messages per second in all, one per second to each customer, with short bursts.
  pace: () => ({ perSecond: 30, perCustomer: { perSecond: 1, burst: 5 } }),
  render,
  renderReaction,
  renderAlbum,
  deliver,
  showTyping,
  setProfile,
  chatLink({ botName }, ref) {
    const parameter = ref === null ? undefined : startParameterOf(ref);
    if (ref !== null && parameter === undefined) return null;
    return `https://t.me/${botName}${parameter === undefined ? "" : `?start=${parameter}`}`;
  },
  adWelcome: null,
  templates: null,
});
