import type { ChannelFacts } from "../facts.ts";
import { characters, none } from "../limits.ts";

export const zalo = {
  title: "Zalo",
  pagePrefix: "zl_",
  customerPrefix: "zl_",
  color: "#0068ff",
  chat: {
    ground: "coloured",
    buttons: "inside",
    quickReplies: "buttons",
    maxButtons: 5,
    cards: "messages",
  },
  textLimits: { text: characters(2000), button: characters(100), quick_reply: characters(100) },
  // Its menu is made in Zalo's own console only.
  iceBreakers: none,
  mainMenu: none,
  showsGreeting: false,
  tellsNames: true,
  menuLinks: "nowhere",
  // No links: the chat's address brings nothing back, so that no flow could start by it.
  tools: ["follow", "location"],
  hasAppWebhook: true,
  dashboardFields: [
    "user_send_text",
    "user_send_image",
    "user_send_gif",
    "user_send_link",
    "user_send_audio",
    "user_send_video",
    "user_send_sticker",
    "user_send_location",
    "user_send_business_card",
    "user_send_file",
    "user_submit_info",
    "user_received_message",
    "user_seen_message",
    "follow",
    "unfollow",
    "oa_send_text",
    "oa_send_image",
    "oa_send_file",
    "oa_send_sticker",
  ],
} satisfies ChannelFacts;
