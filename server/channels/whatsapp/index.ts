import { whatsapp as facts } from "@banter/core/channels/whatsapp.ts";
import { defineChannel } from "../channel.ts";
import { handshake, isSigned, signature } from "../meta/signature.ts";
import { connect, setProfile } from "./connect.ts";
import { deliver, showTyping } from "./deliver.ts";
import { fetchMedia } from "./media.ts";
import { pagesIn, parse } from "./parse.ts";
import { render } from "./render.ts";
import { Settings } from "./settings.ts";
import { startWords } from "./start-words.ts";

/** WhatsApp's Cloud API. https://developers.facebook.com/documentation/business-messaging/whatsapp */
export const whatsapp = defineChannel({
  type: "whatsapp",
  title: facts.title,
  settings: Settings,
  knowsStrangers: true,
  // Templates go through at any time; there are no tags.
  window: { seconds: 24 * 60 * 60, tags: [] },
  // To one person WhatsApp takes 45 at once, after that one every six seconds; but it counts when they come, not when
  // they go, so that a few are left to it.
  confirmsWithinSeconds: 90,
  pace: () => ({ perSecond: 80, perCustomer: { perSecond: 1 / 6, burst: 40 } }),
  webhook: {
    handshake,
    signature,
    secretOf: ({ appSecret }) => appSecret,
    verify: isSigned,
    pagesIn,
    parse,
  },
  render,
  deliver,
  showTyping,
  connect,
  renewal: null,
  setProfile,
  // Names come with webhooks.
  fetchCustomer: null,
  fetchMedia,
  iceBreakersAreWords: true,
  chatLink: ({ phoneNumber }, ref) =>
    `https://wa.me/${phoneNumber}${ref === null ? "" : `?text=${encodeURIComponent(startWords(ref))}`}`,
  adWelcome: null,
  templates: { tag: null },
});
