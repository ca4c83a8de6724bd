import { zalo as facts } from "@banter/core/channels/zalo/facts.ts";
import { defineChannel } from "../channel.ts";
import { account } from "./account.ts";
import { deliver } from "./deliver.ts";
import { inbound } from "./inbound.ts";
import { render } from "./render.ts";
import { Settings } from "./settings.ts";

/** Zalo Official Accounts. https://developers.zalo.me/docs/official-account */
export const zalo = defineChannel({
  type: "zalo",
  title: facts.title,
  settings: Settings,
  account,
  inbound,
  knowsStrangers: true,
  // Free for 48 hours; then Zalo charges the account that the owner has linked, or refuses.
  window: { seconds: 7 * 24 * 3600, tags: [] },
  // Echoes cannot be told from messages of other apps.
  confirmsWithinSeconds: null,
  // Not documented: Zalo names limits by app and account without numbers.
  pace: () => ({ perSecond: 20, perCustomer: null }),
  render,
  deliver,
  showTyping: null,
  setProfile: null,
  // The chat's address takes no ref.
  chatLink: ({ oaId }, ref) => (ref === null ? `https://zalo.me/${oaId}` : null),
  adWelcome: null,
  templates: null,
});
