import { line as facts } from "@banter/core/channels/line/facts.ts";
import { defineChannel } from "../channel.ts";
import { startWords } from "../start-words.ts";
import { account } from "./account.ts";
import { inbound } from "./inbound.ts";
import { outbound } from "./outbound.ts";
import { Settings } from "./settings.ts";

/** LINE Official Accounts. https://developers.line.biz/en/docs/messaging-api/ */
export const line = defineChannel({
  type: "line",
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
    // https://developers.line.biz/en/docs/messaging-api/using-line-url-scheme/
    chat: ({ lineId }, ref) =>
      ref === null
        ? `https://line.me/R/ti/p/${encodeURIComponent(lineId)}`
        : `https://line.me/R/oaMessage/${encodeURIComponent(lineId)}/?${encodeURIComponent(startWords(ref))}`,
    adWelcome: null,
  },
});
