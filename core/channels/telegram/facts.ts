import { type ChannelFacts, linkTools } from "../facts.ts";
import { none } from "../limits.ts";
import { telegramReactions } from "./reactions.ts";

export const telegram: ChannelFacts = {
  title: "Telegram",
  pagePrefix: "tg_",
  customerPrefix: "tg_",
  color: "#2481cc",
  chat: {
    ground: "coloured",
    buttons: "below",
    quickReplies: "rows",
    asText: ["call"],
    cards: "messages",
  },
  textLimits: {},
  showsMarks: true,
  hasCommands: true,
  showsRoundVideos: true,
  opensApps: true,
  iceBreakers: none,
  mainMenu: { count: 100, characters: 80 },
  showsGreeting: true,
  tellsNames: true,
  confirmsPhones: true,
  menuLinks: "greeting",
  actions: ["invoice"],
  tools: [...linkTools, "form", "location", "reaction", "payment"],
  reactions: telegramReactions,
  // A bot's updates do not name the bot, so each bot has an address of its own.
  hasAppWebhook: false,
  dashboardFields: null,
};
