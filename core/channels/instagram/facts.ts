import { type ChannelFacts, linkTools } from "../facts.ts";
import { bytes } from "../limits.ts";
import { metaIceBreakers, metaLimits, metaMenu } from "../meta/limits.ts";

export const instagram = {
  title: "Instagram",
  pagePrefix: "igo_",
  customerPrefix: "ig_",
  color: "#c13584",
  chat: { ground: "plain", buttons: "inside", quickReplies: "chips", asText: ["call"], cards: "side_by_side" },
  // Documented once as bytes and once as characters: bytes are the stricter limit.
  textLimits: { text: bytes(1000), ...metaLimits },
  iceBreakers: metaIceBreakers,
  mainMenu: metaMenu,
  showsGreeting: false,
  tellsNames: true,
  menuLinks: "menu",
  tools: [...linkTools, "social_ads_json", "comments", "story_mention", "story_reply", "reaction", "ad"],
  commentActions: ["answer", "hide"],
  // Documented as love, the only name for one.
  reactions: ["❤️"],
  messageTags: ["HUMAN_AGENT"],
  hasInbox: true,
  hasAppWebhook: true,
  dashboardFields: [
    "messages",
    "messaging_postbacks",
    "messaging_seen",
    "messaging_referral",
    "comments",
    "live_comments",
    "message_reactions",
  ],
} satisfies ChannelFacts;
