import { type ChannelFacts, linkTools } from "./facts.ts";
import { none } from "./limits.ts";

/** No adapter yet: page files and conditions may name it. */
export const zalo: ChannelFacts = {
  title: "Zalo",
  pagePrefix: "zl_",
  customerPrefix: "zl_",
  textLimits: {},
  iceBreakers: none,
  mainMenu: none,
  showsGreeting: false,
  tellsNames: true,
  menuLinks: "nowhere",
  tools: [...linkTools, "location", "follow"],
  hasAppWebhook: false,
  dashboardFields: null,
};
