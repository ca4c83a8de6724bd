import { whatsapp as facts } from "@banter/core/channels/whatsapp/facts.ts";
import { defineChannel } from "../channel.ts";
import { startWords } from "../start-words.ts";
import { listForms } from "./account/forms.ts";
import { account } from "./account/index.ts";
import { listTemplates } from "./account/templates.ts";
import { deliver, markSeen, showTyping, takeControl } from "./deliver.ts";
import { inbound } from "./inbound/index.ts";
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
  inbound,
  knowsStrangers: true,
  // Templates can be sent at any time; there are no tags.
  window: { seconds: 24 * 60 * 60, tags: [] },
  confirmsWithinSeconds: 90,
  // WhatsApp takes 45 messages to one person at once, and then one every six seconds. It counts by their arrival, not
  // by our sending, so the burst leaves some room.
  pace: () => ({ perSecond: 80, perCustomer: { perSecond: 1 / 6, burst: 40 } }),
  render,
  renderReaction,
  // Conversations are not passed on: Meta's agent has them first, and gets them back by itself.
  control: { take: takeControl },
  deliver,
  showTyping,
  markSeen,
  setProfile,
  iceBreakersAreText: true,
  chatLink: ({ phoneNumber }, ref) =>
    `https://wa.me/${phoneNumber}${ref === null ? "" : `?text=${encodeURIComponent(startWords(ref))}`}`,
  adWelcome: null,
  listTemplates,
  listForms,
  templates: { tag: null },
});
