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
  /** The place where the links of the main menu are shown. */
  menuLinks: "menu" | "greeting" | "nowhere";
  /** Menu items are commands, whose names the owner can choose. */
  hasCommands?: true;
  /** A video can be shown in a circle. */
  showsRoundVideos?: true;
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
  /** The platform has an inbox of its own that conversations can be given to, and come back from. */
  hasInbox?: true;
  /** One webhook address can serve many pages, because webhooks name their page. */
  hasAppWebhook: boolean;
  /**
   * Kinds of events that the owner must subscribe to in the platform's dashboard; null if connecting does all of it.
   */
  dashboardFields: readonly string[] | null;
};

/** Tools that work on every channel: a link and a QR code. */
export const linkTools = ["chat_ref_url", "qr_code"] as const satisfies readonly ToolType[];
