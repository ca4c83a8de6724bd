import { zalo as facts } from "@banter/core/channels/zalo/facts.ts";
import { defineChannel } from "../channel.ts";
import { account } from "./account.ts";
import { inbound } from "./inbound.ts";
import { outbound } from "./outbound.ts";
import { Settings } from "./settings.ts";

/** Zalo Official Accounts. https://developers.zalo.me/docs/official-account */
export const zalo = defineChannel({
  type: "zalo",
  title: facts.title,
  settings: Settings,
  account,
  inbound,
  outbound,
  profile: null,
  comments: null,
  control: null,
  templates: null,
  links: {
    // The chat's address takes no ref.
    chat: ({ oaId }, ref) => (ref === null ? `https://zalo.me/${oaId}` : null),
    adWelcome: null,
  },
});
