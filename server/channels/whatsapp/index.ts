import { whatsapp as facts } from "@banter/core/channels/whatsapp/facts.ts";
import { defineChannel } from "../channel.ts";
import { handshake, isSigned, signature } from "../meta/signature.ts";
import { startWords } from "../start-words.ts";
import { listForms } from "./account/forms.ts";
import { account } from "./account/index.ts";
import { accountsIn, noticesIn } from "./account/notices.ts";
import { listTemplates } from "./account/templates.ts";
import { deliver, markSeen, showTyping, takeControl } from "./deliver.ts";
import { pagesIn, parse } from "./inbound/parse.ts";
import { fetchMedia } from "./media.ts";
import { setProfile } from "./profile.ts";
import { renderReaction } from "./reaction.ts";
import { render } from "./render.ts";
import { Settings } from "./settings.ts";

/** WhatsApp's Cloud API. https://developers.facebook.com/documentation/business-messaging/whatsapp */
export const whatsapp = defineChannel({
  type: "whatsapp",
  title: facts.title,
  settings: Settings,
  account,
  knowsStrangers: true,
  // Templates can be sent at any time; there are no tags.
  window: { seconds: 24 * 60 * 60, tags: [] },
  confirmsWithinSeconds: 90,
  // WhatsApp takes 45 messages to one person at once, and then one every six seconds. It counts by their arrival, not
  // by our sending, so the burst leaves some room.
  pace: () => ({ perSecond: 80, perCustomer: { perSecond: 1 / 6, burst: 40 } }),
  webhook: {
    handshake,
    signature,
    secretOf: ({ appSecret }) => appSecret,
    verify: isSigned,
    pagesIn,
    parse,
    account: { idOf: ({ businessAccountId }) => businessAccountId, idsIn: accountsIn },
    noticesIn: (body, { settings }) => noticesIn(body, settings),
  },
  render,
  renderReaction,
  // Conversations are not passed on: Meta's agent has them first, and gets them back by itself.
  control: { take: takeControl },
  deliver,
  showTyping,
  markSeen,
  setProfile,
  // Webhooks bring the names.
  fetchCustomer: null,
  fetchMedia,
  iceBreakersAreText: true,
  chatLink: ({ phoneNumber }, ref) =>
    `https://wa.me/${phoneNumber}${ref === null ? "" : `?text=${encodeURIComponent(startWords(ref))}`}`,
  adWelcome: null,
  listTemplates,
  listForms,
  templates: { tag: null },
});
