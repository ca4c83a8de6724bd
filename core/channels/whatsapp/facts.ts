import { type ChannelFacts, linkTools } from "../facts.ts";
import { characters } from "../limits.ts";

export const whatsapp = {
  title: "WhatsApp",
  pagePrefix: "waba_",
  customerPrefix: "wa_",
  color: "#008069",
  chat: {
    ground: "coloured",
    buttons: "below",
    quickReplies: "buttons",
    maxButtons: 3,
    maxInList: 10,
    asText: ["call", "url"],
    cards: "side_by_side_if_alike",
  },
  // A person who hides their number has an id such as US.13491208655302741918.
  otherCustomerId: /^[A-Z]{2}\.([A-Z]+\.)?[A-Za-z0-9]{1,100}$/,
  textLimits: { button: characters(20), quick_reply: characters(20) },
  showsMarks: true,
  iceBreakers: { count: 4, characters: 80 },
  mainMenu: { count: 30, characters: 80 },
  showsGreeting: false,
  tellsNames: true,
  confirmsPhones: true,
  menuLinks: "nowhere",
  actions: ["form", "products"],
  tools: [...linkTools, "form", "location", "order", "reaction", "ad"],
  reactions: "any",
  hasAppWebhook: true,
  dashboardFields: null,
} satisfies ChannelFacts;
