import type { ChannelType } from "@banter/core/channels/index.ts";
import type { PlatformMedia } from "@banter/core/flow/event.ts";
import type { CustomerProfile, MailEvent } from "@banter/core/flow/mail-event.ts";
import type {
  CommentAction,
  InvoiceAction,
  OutgoingAlbum,
  OutgoingContent,
  OutgoingMessage,
  Reaction,
} from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { MessageForm } from "@banter/core/model/content/message-form.ts";
import type { MessageTemplate } from "@banter/core/model/content/message-template.ts";
import type { PlatformPost } from "@banter/core/model/content/platform-post.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { z } from "zod";
import type { AccountNotice } from "./account-notice.ts";
import type { Asking, Media } from "./fetch-file.ts";
import type { PageFiles } from "./message-files.ts";
import type { MessagingWindow } from "./messaging-window.ts";

/**
 * A platform's adapter. Each capability is whole, or null if the platform has no such thing; nothing is left out.
 * `parse` and `render` are pure; functions that return a promise call the platform and throw SendError.
 */
export type Channel<Settings = unknown, Call = unknown> = {
  type: ChannelType;
  title: string;
  /** The settings that connect a page. The console draws its form from this schema. */
  settings: z.ZodType<Settings>;
  /** The page's account at the platform; null if the channel is our own. */
  account: Account<Settings> | null;
  /** Events from the platform; null if the channel is our own. */
  inbound: Inbound<Settings> | null;
  /** Messages to customers; null if the channel is our own, where a stored message counts as delivered. */
  outbound: Outbound<Settings, Call> | null;
  /** The greeting, ice breakers and menu, which the platform shows before the customer writes. */
  profile: Profile<Settings> | null;
  /** Comments below the page's posts. */
  comments: Comments<Settings, Call> | null;
  /** Gives conversations to the platform's own inbox and takes them back. */
  control: Control<Settings, Call> | null;
  /** Message templates, and forms, which are made at the platform. */
  templates: Templates<Settings> | null;
  /** Ways into the chat from elsewhere. */
  links: Links<Settings>;
};

export type Account<Settings> = {
  /** Checks the settings at the platform, and has it send webhooks to the address. */
  connect(settings: Settings, webhookUrl: string): Promise<void>;
  /**
   * Asks the platform, without a change, whether it accepts the settings and sends webhooks to the address. Returns
   * sentences about what is wrong.
   */
  check(settings: Settings, webhookUrl: string): Promise<string[]>;
  /** Renews a token before it expires; null if tokens do not expire. */
  renewal: Renewal<Settings> | null;
};

export type Inbound<Settings> = {
  webhook: Webhook<Settings>;
  /** True if a tapped quick reply comes back as its text. */
  repliesAreText(settings: Settings): boolean;
  /** Facts about a customer, asked for once on first contact; null if webhooks bring them. */
  fetchCustomer: ((psid: string, settings: Settings) => Promise<CustomerProfile>) | null;
  /** Starts to fetch a file of a customer; `not_found` if it is gone. Null if webhooks bring public addresses. */
  fetchMedia: ((media: PlatformMedia, asking: Asking, settings: Settings) => Promise<Media>) | null;
};

export type Outbound<Settings, Call> = {
  /** The platform's messaging window and the tags that reach beyond it; null if a page may write at any time. */
  window: MessagingWindow | null;
  /**
   * How long to wait for the platform's echo or receipt before sending a message again whose attempt has no known
   * result; null if the platform sends neither.
   */
  confirmsWithinSeconds: number | null;
  /** How fast the platform takes calls from a page with these settings. */
  pace(settings: Settings): Pace;
  /**
   * The calls that show a message, each within the platform's limits. Content that is shown differently is noted;
   * content that cannot be shown at all is a SendError.
   */
  render(message: OutgoingMessage, context: RenderContext, settings: Settings): Call[];
  /** The calls that show pictures and videos together; null if the platform shows each by itself. */
  renderAlbum: ((album: OutgoingAlbum, context: RenderContext, settings: Settings) => Call[]) | null;
  /** The calls that react to a message, or take the reaction back; null if a page cannot react there. */
  renderReaction: ((reaction: Reaction, context: RenderContext, settings: Settings) => Call[]) | null;
  /**
   * Makes one call and returns the platform's id of the message. `files` is for platforms that keep files: without it,
   * each file is sent by its address.
   */
  deliver(call: Call, settings: Settings, files?: PageFiles): Promise<string | null | Delivered>;
  /**
   * Shows the customer that an answer is being written; null if the platform has no such sign. `lastKey` finds the
   * platform's id of their last message.
   */
  showTyping: ((psid: string, settings: Settings, lastKey: () => Promise<string | null>) => Promise<void>) | null;
  /**
   * Shows the customer that a person has seen what they wrote; null if the platform has no such sign. `lastKey` is the
   * platform's id of their last message.
   */
  markSeen: ((psid: string, settings: Settings, lastKey: string | null) => Promise<void>) | null;
};

export type Profile<Settings> = {
  set(profile: PageProfile, settings: Settings): Promise<void>;
  /** A tapped ice breaker comes back as its text, without a payload. */
  iceBreakersAreText: boolean;
};

type Comments<Settings, Call> = {
  /** The calls that answer, like or hide a comment. */
  render(action: CommentAction, context: RenderContext, settings: Settings): Call[];
  /** Lists the posts below which people comment, newest first. `after` is the `next` of the list so far. */
  listPosts(settings: Settings, asked: { pageId: string; after: string | null }): Promise<PostList>;
};

export type PostList = { posts: PlatformPost[]; next: string | null };

type Control<Settings, Call> = {
  /** The calls that give a conversation to the inbox; null if it only takes conversations by itself. */
  renderPass: ((context: RenderContext, settings: Settings) => Call[]) | null;
  /** Takes a conversation back from any other app. Throws SendError if the platform does not let this app do it. */
  take(psid: string, settings: Settings): Promise<void>;
};

type Templates<Settings> = {
  /** The tag that a message template must be sent with, or null if it needs none. */
  tag: string | null;
  /** Lists the templates of the page's account; null if they are known by their names only. */
  list: ((settings: Settings) => Promise<MessageTemplate[]>) | null;
  /** Lists the forms of the page's account; null if the platform has none. */
  listForms: ((settings: Settings) => Promise<MessageForm[]>) | null;
};

type Links<Settings> = {
  /**
   * The address that opens the chat; the `ref` in it comes back with the customer who follows it. Null if the settings
   * do not name it, or if it cannot hold the `ref`. `chatPage` is the address of our own chat page.
   */
  chat(settings: Settings, ref: string | null, chatPage: string): string | null;
  /**
   * The JSON for an advertisement's welcome message, whose reply starts the tool's flow; null if the platform's
   * advertisements have none.
   */
  adWelcome: ((tool: { id: number; name: string; ref: string | null }) => AdWelcome) | null;
};

export type AdWelcome = {
  message: { text: string; quick_replies?: { content_type: string; title: string; payload: string }[] };
};

/**
 * `usage`: share of the rate limit that is used, 0 to 1, as the platform reports it; near 1 the page slows down.
 * `notes`: changes of the content that only the platform's response tells.
 * `isOnce`: the platform recognises repeated calls, so that the message has arrived once even if the call was repeated.
 * `recipient`: the customer whom a private reply has reached, by their psid.
 * `further`: the platform did not take the call, and the message has that many more calls instead. The next rendering
 * has them.
 */
export type Delivered = {
  platformId: string | null;
  usage?: number;
  notes?: RenderNote[];
  isOnce?: true;
  recipient?: string;
  further?: number;
};

export type Renewal<Settings> = {
  /** The time after connecting from which the platform grants a renewal; null if the token does not expire. */
  firstAfterSeconds(settings: Settings): number | null;
  /** A renewal works without a valid token, so that it connects a page again whose token has expired. */
  outlivesToken: boolean;
  /** The settings that change, and how long they are valid. */
  run(settings: Settings): Promise<{ changes: Partial<Settings> & JsonObject; goodForSeconds: number }>;
};

/** How many calls the platform takes, from one page and for one customer. */
export type Pace = {
  perSecond: number;
  perCustomer: { perSecond: number; burst: number } | null;
  /** The number of calls that a call of this message counts as; null if the platform takes all equally fast. */
  weigh: ((message: OutgoingContent) => number) | null;
};

/** `isSecret`: the header is the secret itself, so that it is compared before the body is read. */
export type WebhookSignature = { header: string; form: RegExp; isSecret: boolean };

/** Platforms differ in what they send: a member is null if the platform has no such thing. */
export type Webhook<Settings> = {
  handshake: Handshake<Settings> | null;
  /** The header that holds the signature, and its form. A webhook without it is refused before its body is read. */
  signature: WebhookSignature;
  /** The platform checks the address with a call that it does not sign, and takes no address that refuses it. */
  hasUnsignedCheck: boolean;
  /** The secret that the platform signs a page's webhooks with. Pages of one app share it. */
  secretOf(settings: Settings): string;
  /** True if the webhook was signed with that secret. The body is untrusted and may be large, so it is not parsed. */
  verify(request: WebhookRequest, secret: string): boolean | Promise<boolean>;
  /** The ids of the pages in a body. Null if every page has an address of its own. */
  pagesIn: ((body: unknown) => string[]) | null;
  /** The events of one page in a body, ordered by the platform's own time. Unknown events are left out. */
  parse(body: unknown, pageId: string): Parsed;
  /** The account that a page belongs to, if it may have several pages and a body can name it instead of them. */
  account: AccountWebhook<Settings> | null;
  /** Events about the page itself or its account, and not about a customer. */
  noticesIn: ((body: unknown, page: { id: string; settings: Settings }) => AccountNotice[]) | null;
  /** The number of a webhook, if the platform numbers those of a page without gaps: a gap means that one is missing. */
  numberIn: ((body: unknown) => number | undefined) | null;
  /**
   * Answers a question that the platform waits for, such as whether a payment may go on. If it throws, the webhook is
   * refused, and the platform sends it again.
   */
  answer: ((body: unknown, settings: Settings, findInvoice: FindInvoice) => Promise<void>) | null;
  /** For a platform that expects more than a 200. Called once the body is stored, and not awaited. */
  acknowledge: ((body: unknown, settings: Settings) => Promise<void>) | null;
};

/** The invoice that a message of the page holds. `isPaid`: a payment for it has arrived. */
export type FindInvoice = (messageId: number) => Promise<SentInvoice | undefined>;

type SentInvoice = { psid: string; invoice: InvoiceAction; ageMs: number; isPaid: boolean };

type AccountWebhook<Settings> = {
  /** The account that a page belongs to. */
  idOf(settings: Settings): string;
  /** The accounts that a body has such events of. */
  idsIn(body: unknown): string[];
};

/**
 * The platform checks that the webhook address is ours: it sends the verify token that the owner has chosen, and
 * expects an answer.
 */
export type Handshake<Settings> = {
  /** Undefined for a query that is no such check. */
  read(query: Record<string, string | undefined>): { verifyToken: string; answer: string } | undefined;
  verifyTokenOf(settings: Settings): string;
};

export type Parsed = {
  events: InboundEvent[];
  /** Kinds of events that were left out, for the log. */
  unknown: string[];
};

export type WebhookRequest = { headers: Record<string, string | string[] | undefined>; body: Buffer };

/** `key` is the platform's id of the event. */
export type InboundEvent = {
  psid: string;
  event: MailEvent;
  key: string;
  /**
   * Its place among the customer's events: the platform's time, or an ascending number. Lower ones are handled first.
   */
  sequence?: number;
  /** The psid may be another one of a customer who is known already (`otherPsid` of their facts). */
  isOtherPsid?: true;
  /** Facts about the customer in the webhook itself. */
  facts?: CustomerProfile;
  /** The platform's token for one answer at no cost, and how long it may be used. */
  reply?: { token: string; seconds: number };
};

export type { CustomerProfile };

export type PageProfile = {
  greeting: string | null;
  iceBreakers: { title: string; payload: string }[];
  /** `command`: the name of its command that the owner has chosen. */
  mainMenu: ({ title: string; payload: string; command?: string } | { title: string; url: string })[];
};

export type RenderContext = {
  psid: string;
  messageId: number;
  messageTag: string | null;
  /** True if the message answers something that the customer has just done. */
  isReply: boolean;
  /** An earlier attempt may have arrived. */
  isRepeat?: boolean;
  /** The calls of this message that are done, and the platform's ids from their answers. */
  done?: { calls: number; platformIds: readonly string[] };
  /** The payload of the pressable at a place. It is short and stays valid. */
  payload: (place: number) => string;
  /** A link that counts the click and redirects to the pressable's url. */
  link: (place: number, url: string) => string;
  /** Records a part of the message that is shown differently or not at all. */
  note: (note: RenderNote) => void;
};

/** Lets an adapter have its own types, while the table holds all adapters. */
export function defineChannel<Settings, Call>(channel: Channel<Settings, Call>): Channel {
  return channel as Channel;
}

export type Channels = Partial<Record<ChannelType, Channel>>;
