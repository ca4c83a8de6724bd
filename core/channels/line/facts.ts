import { type ChannelFacts, linkTools } from "../facts.ts";
import { characters, none } from "../limits.ts";

export const line: ChannelFacts = {
  title: "LINE",
  pagePrefix: "ln_",
  customerPrefix: "ln_",
  color: "#06a546",
  chat: { ground: "coloured", buttons: "inside", quickReplies: "chips", cards: "side_by_side" },
  // LINE's ids of people are U and 32 hexadecimal digits.
  otherCustomerId: /^U[0-9a-f]{32}$/,
  textLimits: { text: characters(5000), button: characters(20), quick_reply: characters(20) },
  iceBreakers: none,
  // A rich menu needs a picture of its buttons, which the owner draws in LINE's own manager.
  mainMenu: none,
  showsGreeting: false,
  tellsNames: true,
  menuLinks: "nowhere",
  tools: [...linkTools, "location", "follow"],
  // Webhooks name the account's user id, which is not the page's number.
  hasAppWebhook: false,
  dashboardFields: null,
};
