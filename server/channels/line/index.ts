import { line as facts } from "@banter/core/channels/line/facts.ts";
import { defineChannel } from "../channel.ts";
import { startWords } from "../start-words.ts";
import { account } from "./account.ts";
import { deliver, showTyping } from "./deliver.ts";
import { inbound } from "./inbound.ts";
import { render } from "./render.ts";
import { Settings } from "./settings.ts";

/** LINE Official Accounts. https://developers.line.biz/en/docs/messaging-api/ */
export const line = defineChannel({
  type: "line",
  title: facts.title,
  settings: Settings,
  account,
  inbound,
  knowsStrangers: true,
  window: null,
  confirmsWithinSeconds: null,
  // LINE takes two thousand messages per second. Less keeps a page from using up the connections of all others.
  pace: () => ({ perSecond: 50, perCustomer: null }),
  render,
  deliver,
  showTyping,
  setProfile: null,
  // https://developers.line.biz/en/docs/messaging-api/using-line-url-scheme/
  chatLink: ({ lineId }, ref) =>
    ref === null
      ? `https://line.me/R/ti/p/${encodeURIComponent(lineId)}`
      : `https://line.me/R/oaMessage/${encodeURIComponent(lineId)}/?${encodeURIComponent(startWords(ref))}`,
  adWelcome: null,
  templates: null,
});
