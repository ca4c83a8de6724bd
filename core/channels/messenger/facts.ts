import { type ChannelFacts, linkTools } from "../facts.ts";
import { characters } from "../limits.ts";
import { metaIceBreakers, metaLimits, metaMenu } from "../meta/limits.ts";

export const messenger = {
  title: "Messenger",
  pagePrefix: "",
  customerPrefix: "",
  color: "#0866ff",
  chat: { ground: "plain", buttons: "inside", quickReplies: "chips", cards: "side_by_side" },
  // Documented as less than 2000.
  textLimits: { text: characters(1999), ...metaLimits },
  opensApps: true,
  iceBreakers: metaIceBreakers,
  mainMenu: metaMenu,
  showsGreeting: true,
  tellsNames: true,
  menuLinks: "menu",
  tools: [...linkTools, "social_ads_json", "comments", "location", "reaction", "ad"],
  commentActions: ["answer", "like", "hide"],
  reactions: "any",
  messageTags: ["HUMAN_AGENT", "UTILITY"],
  hasInbox: true,
  hasAppWebhook: true,
  dashboardFields: [
    "messages",
    "messaging_postbacks",
    "messaging_referrals",
    "messaging_optins",
    "message_deliveries",
    "message_reads",
    "message_echoes",
    "message_reactions",
    "message_edits",
    "messaging_handovers",
    "standby",
    "messaging_policy_enforcement",
    "business_integrity",
    "feed",
  ],
} satisfies ChannelFacts;
