import { telegram as facts } from "@banter/core/channels/telegram/facts.ts";
import { defineChannel } from "../channel.ts";
import { account } from "./account.ts";
import { inbound } from "./inbound/index.ts";
import { outbound } from "./outbound.ts";
import { profile } from "./profile.ts";
import { Settings } from "./settings.ts";
import { startParameterOf } from "./start-parameter.ts";

/** Telegram bots. https://core.telegram.org/bots/api */
export const telegram = defineChannel({
  type: "telegram",
  title: facts.title,
  settings: Settings,
  account,
  inbound,
  outbound,
  profile,
  comments: null,
  control: null,
  templates: null,
  links: {
    chat({ botName }, ref) {
      const parameter = ref === null ? undefined : startParameterOf(ref);
      if (ref !== null && parameter === undefined) return null;
      return `https://t.me/${botName}${parameter === undefined ? "" : `?start=${parameter}`}`;
    },
    adWelcome: null,
  },
});
