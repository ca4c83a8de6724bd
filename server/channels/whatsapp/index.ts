import { whatsapp as facts } from "@banter/core/channels/whatsapp/facts.ts";
import { defineChannel } from "../channel.ts";
import { startWords } from "../start-words.ts";
import { listForms } from "./account/forms.ts";
import { account } from "./account/index.ts";
import { listTemplates } from "./account/templates.ts";
import { takeControl } from "./deliver.ts";
import { inbound } from "./inbound/index.ts";
import { outbound } from "./outbound.ts";
import { profile } from "./profile.ts";
import { Settings } from "./settings.ts";

/** WhatsApp's Cloud API. https://developers.facebook.com/documentation/business-messaging/whatsapp */
export const whatsapp = defineChannel({
  type: "whatsapp",
  title: facts.title,
  settings: Settings,
  account,
  inbound,
  outbound,
  profile,
  comments: null,
  // Conversations are not passed on: Meta's agent has them first, and gets them back by itself.
  control: { renderPass: null, take: takeControl },
  templates: { tag: null, list: listTemplates, listForms },
  links: {
    chat: ({ phoneNumber }, ref) =>
      `https://wa.me/${phoneNumber}${ref === null ? "" : `?text=${encodeURIComponent(startWords(ref))}`}`,
    adWelcome: null,
  },
});
