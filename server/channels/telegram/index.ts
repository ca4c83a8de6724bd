import { telegram as facts } from "@banter/core/channels/telegram/facts.ts";
import { defineChannel } from "../channel.ts";
import { account } from "./account.ts";
import { renderAlbum } from "./album.ts";
import { answer } from "./checkout.ts";
import { acknowledge, deliver, showTyping } from "./deliver.ts";
import { fetchMedia } from "./media.ts";
import { renderReaction } from "./own-reaction.ts";
import { numberIn, parse } from "./parse.ts";
import { setProfile } from "./profile.ts";
import { render } from "./render.ts";
import { Settings, signature, verify, webhookSecretOf } from "./settings.ts";
import { startParameterOf } from "./start-parameter.ts";

/** Telegram bots. https://core.telegram.org/bots/api */
export const telegram = defineChannel({
  type: "telegram",
  title: facts.title,
  settings: Settings,
  account,
  knowsStrangers: true,
  window: null,
  confirmsWithinSeconds: null,
  // From Telegram's FAQ: about thirty messages per second in all, one per second to each customer, with short bursts.
  pace: () => ({ perSecond: 30, perCustomer: { perSecond: 1, burst: 5 } }),
  webhook: {
    handshake: null,
    signature,
    secretOf: webhookSecretOf,
    verify,
    // Updates do not name their bot, so each bot has an address of its own.
    pagesIn: null,
    parse,
    numberIn,
    acknowledge,
    answer,
  },
  render,
  renderReaction,
  renderAlbum,
  deliver,
  showTyping,
  setProfile,
  // Every update holds the facts about its customer.
  fetchCustomer: null,
  fetchMedia,
  repliesAreText: ({ quickReplies }) => quickReplies === "keyboard",
  chatLink({ botName }, ref) {
    const parameter = ref === null ? undefined : startParameterOf(ref);
    if (ref !== null && parameter === undefined) return null;
    return `https://t.me/${botName}${parameter === undefined ? "" : `?start=${parameter}`}`;
  },
  adWelcome: null,
  templates: null,
});
