import type { LimitedText } from "../model/form.ts";
import type { ToolType } from "../model/tools/tool.ts";
import type { Limit, OfferLimit } from "./limits.ts";

/** The facts about a channel that server and browser share. `server/channels` has the rest of the channel. */
export type ChannelFacts = {
  /** The platform's own name. */
  title: string;
  /** Ids of pages are this and digits. */
  pagePrefix: string;
  /** Ids of customers are this and digits. */
  customerPrefix: string;
  /** The form of customers' ids that are not digits, behind the prefix. */
  otherCustomerId?: RegExp;
  /** The platform's own colour, for previews. */
  color: string;
  chat: ChatForm;
  /** How long texts may be before they are split or cut; a text not named here may be as long as content allows. */
  textLimits: Partial<Record<LimitedText, Limit>>;
  /** Bold and italic words and links are shown as such. Other channels get plain words with addresses behind them. */
  showsMarks?: true;
  iceBreakers: OfferLimit;
  mainMenu: OfferLimit;
  /** True if customers see the page's greeting. */
  showsGreeting: boolean;
  /** The platform tells the names of most customers. */
  tellsNames: boolean;
  /** Phone numbers that the platform tells are the customers' own: nobody can claim another person's. */
  confirmsPhones?: true;
  /** The place where the links of the main menu are shown. */
  menuLinks: "menu" | "greeting" | "nowhere";
  /** Menu items are commands, whose names the owner can choose. */
  hasCommands?: true;
  /** A video can be shown in a circle. */
  showsRoundVideos?: true;
  /** Pictures can have words for those who cannot see them. */
  showsAltTexts?: true;
  /** A link can open as an app inside of the chat. */
  opensApps?: true;
  /** Things that a text can open inside of the chat. Elsewhere only the text is shown. */
  actions?: readonly ("form" | "products" | "invoice")[];
  /** Growth tools that do something on this channel. */
  tools: readonly ToolType[];
  /** The acts of a page on comments below its posts; left out where there are none. */
  commentActions?: readonly ("answer" | "like" | "hide")[];
  /** The emoji that a page can react to a message with; left out where it cannot react. */
  reactions?: "any" | readonly string[];
  /** The platform's tags that let a message through outside of the messaging window; left out where there are none. */
  messageTags?: readonly string[];
  /** The platform has an inbox of its own that conversations can be given to, and come back from. */
  hasInbox?: true;
  /** One webhook address can serve many pages, because webhooks name their page. */
  hasAppWebhook: boolean;
  /**
   * Kinds of events that the owner must subscribe to in the platform's dashboard; null if connecting does all of it.
   */
  dashboardFields: readonly string[] | null;
};

/** How a chat on the channel shows what a message offers. The adapter asks for it, and the console's previews draw it. */
export type ChatForm = {
  /** Messages stand in grey bubbles on a plain ground, or in plain bubbles on a coloured one. */
  ground: "plain" | "coloured";
  /** Buttons are lines of their bubble, or plates below it. */
  buttons: "inside" | "below";
  /** Quick replies are chips above the message field, or further buttons of the last message, which may share rows. */
  quickReplies: "chips" | "buttons" | "rows";
  /** The most buttons of one message: further ones follow in messages of their own. */
  maxButtons?: number;
  /** More buttons than that are a list behind one button; the most of a list. */
  maxInList?: number;
  /** Buttons that are lines of the text instead: those that call, and links unless one is the only button. */
  asText?: readonly ("call" | "url")[];
  /** Cards stand side by side, always or only if all have a picture and the same buttons, or are a message each. */
  cards: "side_by_side" | "side_by_side_if_alike" | "messages";
};

/** Tools that work on every channel: a link and a QR code. */
export const linkTools = ["chat_ref_url", "qr_code"] as const satisfies readonly ToolType[];
