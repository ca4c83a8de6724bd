import { type ChannelFacts, linkTools } from "./facts.ts";
import { characters, none } from "./limits.ts";

/** No adapter yet: page files and conditions may name it. */
export const line: ChannelFacts = {
  title: "LINE",
  pagePrefix: "ln_",
  customerPrefix: "ln_",
  textLimits: { quick_reply: characters(20) },
  iceBreakers: none,
  mainMenu: none,
  showsGreeting: false,
  tellsNames: true,
  menuLinks: "nowhere",
  tools: [...linkTools, "location", "follow"],
  hasAppWebhook: false,
  dashboardFields: null,
};
