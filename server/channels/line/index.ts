import { line as facts } from "@banter/core/channels/line/facts.ts";
import { defineChannel } from "../channel.ts";
import { startWords } from "../start-words.ts";
import { account } from "./account.ts";
import { fetchCustomer } from "./customer.ts";
import { deliver, showTyping } from "./deliver.ts";
import { fetchMedia } from "./media.ts";
import { noticesIn } from "./notices.ts";
import { parse } from "./parse.ts";
import { render } from "./render.ts";
import { Settings, signature, verify } from "./settings.ts";

/** LINE Official Accounts. https://developers.line.biz/en/docs/messaging-api/ */
export const line = defineChannel({
  type: "line",
  title: facts.title,
  settings: Settings,
  account,
  knowsStrangers: true,
  window: null,
  confirmsWithinSeconds: null,
  // LINE takes two thousand messages per second. Less keeps a page from using up the connections of all others.
  pace: () => ({ perSecond: 50, perCustomer: null }),
  webhook: {
    handshake: null,
    signature,
    secretOf: ({ channelSecret }) => channelSecret,
    verify,
    pagesIn: null,
    parse,
    noticesIn,
  },
  render,
  deliver,
  showTyping,
  setProfile: null,
  fetchCustomer,
  fetchMedia,
  // https://developers.line.biz/en/docs/messaging-api/using-line-url-scheme/
  chatLink: ({ lineId }, ref) =>
    ref === null
      ? `https://line.me/R/ti/p/${encodeURIComponent(lineId)}`
      : `https://line.me/R/oaMessage/${encodeURIComponent(lineId)}/?${encodeURIComponent(startWords(ref))}`,
  adWelcome: null,
  templates: null,
});
