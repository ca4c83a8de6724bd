import { type ChannelFacts, linkTools } from "../facts.ts";

export const webchat: ChannelFacts = {
  title: "Web chat",
  pagePrefix: "web_",
  customerPrefix: "web_",
  color: "#2b59e8",
  chat: { ground: "plain", buttons: "inside", quickReplies: "chips", cards: "side_by_side" },
  textLimits: {},
  showsMarks: true,
  showsAltTexts: true,
  iceBreakers: { count: 100, characters: 80 },
  mainMenu: { count: 100, characters: 80 },
  showsGreeting: true,
  tellsNames: false,
  menuLinks: "menu",
  tools: [...linkTools, "social_ads_json", "chat_widget"],
  reactions: "any",
  hasAppWebhook: false,
  dashboardFields: null,
};
