import type { PlatformMedia } from "@banter/core/flow/event.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { z } from "zod";
import type { CustomerFacts, MailEvent } from "@banter/core/flow/mail-event.ts";
import type { Asking, Media } from "./fetch-file.ts";
import type { MessagingWindow } from "./messaging-window.ts";

/**
 * What a platform's adapter is. `parse` and `render` are pure; what returns a promise talks to the platform, and throws
 * SendError. Null stands for what a platform does not have.
 */
export type Channel<Settings = unknown, Call = unknown> = {
  type: ChannelType;
  title: string;
  /** What an owner must give to connect a page: the console draws a form of it. */
  settings: z.ZodType<Settings>;
  /** Whether a customer the page has never seen may be written to: the platform decides then. */
  knowsStrangers: boolean;
  /** The platform's messaging window and the tags that reach beyond it; null where one may always write. */
  window: MessagingWindow | null;
  /** How fast the platform takes calls from a page with these settings. */
  /**
   * How long to wait for the platform's echo or receipt before a message is sent again whose attempt has no end; null
   * where the platform sends none.
   */
  confirmsWithinSeconds: number | null;
  pace(settings: Settings): Pace;
  webhook: Webhook<Settings> | null;
  /**
   * The calls that show a message, each within the platform's limits. What it cannot show as it was made is noted, what
   * it cannot show at all is a SendError.
   */
  render(message: OutgoingMessage, context: RenderContext, settings: Settings): Call[];
  /** Hands one call to the platform: its id for what was sent. Null where storing is delivering. */
  deliver: ((call: Call, settings: Settings) => Promise<string | null | Delivered>) | null;
  /** Shows the customer that an answer is being written. `lastKey` finds the platform's id of what they did last. */
  showTyping: ((psid: string, settings: Settings, lastKey: () => Promise<string | null>) => Promise<void>) | null;
  /** Tells the platform where to send webhooks, and finds out whether the settings are good. */
  connect: ((settings: Settings, webhookUrl: string) => Promise<void>) | null;
  /** Keeps a token that ends from ending. */
  renewal: Renewal<Settings> | null;
  /** Greeting, ice breakers, menu: all that the platform shows of the page before anybody has written. */
  setProfile: ((profile: PageProfile, settings: Settings) => Promise<void>) | null;
  /** What the platform tells of a customer, asked once on first contact. */
  fetchCustomer: ((psid: string, settings: Settings) => Promise<CustomerFacts>) | null;
  /** Starts to fetch what a customer has sent; `not_found` where it is gone. Null where webhooks bring open addresses. */
  fetchMedia: ((media: PlatformMedia, asking: Asking, settings: Settings) => Promise<Media>) | null;
  /** A tapped ice breaker comes back as its words and nothing else. */
  iceBreakersAreWords?: boolean;
  /**
   * The address that opens the chat; the `ref` in it comes back with the customer who follows it. `chatPage` is the address
   * of our own chat page.
   */
  chatLink: ((settings: Settings, ref: string | null, chatPage: string) => string | null) | null;
  /** The JSON for an advertisement's welcome message. Its reply starts the tool's flow. */
  adWelcome: ((tool: { id: number; name: string; ref: string | null }) => AdWelcome) | null;
  /** The tag that a message template must be sent with, or null if it needs none; null if there are no templates. */
  templates: { tag: string | null } | null;
};

export type AdWelcome = {
  message: { text: string; quick_replies?: { content_type: string; title: string; payload: string }[] };
};

/**
 * `usage` is how much of what it allows the platform says is used up, 0 to 1: near 1 the page slows down. `notes` is what
 * only the platform's answers told that it could not show.
 */
export type Delivered = { platformId: string | null; usage?: number; notes?: RenderNote[] };

export type Renewal<Settings> = {
  /** How long after connecting the platform grants the first one for certain; null where these settings do not end. */
  firstAfterSeconds(settings: Settings): number | null;
  /** The settings that are new, and how long they are good for. */
  run(settings: Settings): Promise<{ changes: Partial<Settings> & JsonObject; goodForSeconds: number }>;
};

/** How fast the platform takes calls: from one page, and for one customer. */
export type Pace = {
  perSecond: number;
  perCustomer: { perSecond: number; burst: number } | null;
  /** For how many a call of this message counts, where some are taken more slowly than others. */
  weigh?: (message: OutgoingMessage) => number;
};

export type Webhook<Settings> = {
  handshake: Handshake<Settings> | null;
  /** The header that a platform signs with, and its form. A webhook without it is refused before its body is read. */
  signature: { header: string; form: RegExp };
  /** The secret that the platform signs a page's webhooks with. Pages of one app have the same. */
  secretOf(settings: Settings): string;
  /** True if a webhook was signed with that secret. The body can be large and from anybody: nothing of it is parsed. */
  verify(request: WebhookRequest, secret: string): boolean | Promise<boolean>;
  /** The ids of the pages that a body speaks of. Null where no app has one address for many pages. */
  pagesIn: ((body: unknown) => string[]) | null;
  /** What a body tells of one page, ordered by the platform's own time. An event that it does not know gives nothing. */
  parse(body: unknown, pageId: string): Parsed;
  /** The number of a webhook, where the platform numbers those of a page without gaps: a gap tells of one to come. */
  numberIn?: (body: unknown) => number | undefined;
  /** For a platform that wants more than a 200: called once the body is stored, and not waited for. */
  acknowledge?: (body: unknown, settings: Settings) => Promise<void>;
};

/** A platform asks whether the address is ours; whoever knows the word that was agreed gets the answer. */
export type Handshake<Settings> = {
  /** Undefined for a query that is no such question. */
  read(query: Record<string, string | undefined>): { word: string; answer: string } | undefined;
  wordOf(settings: Settings): string;
};

export type Parsed = {
  events: InboundEvent[];
  /** Kinds of events that were left out, for the log. */
  unknown: string[];
};

export type WebhookRequest = { headers: Record<string, string | string[] | undefined>; body: Buffer };

/** `key` is the platform's id for it. */
export type InboundEvent = {
  psid: string;
  event: MailEvent;
  key: string;
  /**
   * Where the platform counts it among the customer's: its time, or a number that ascends. Of events that come in the
   * wrong order the one counted first is handled first.
   */
  sequence?: number;
  /** What the webhook itself tells of the customer. */
  facts?: CustomerFacts;
};

export type { CustomerFacts };

export type PageProfile = {
  greeting: string | null;
  iceBreakers: { title: string; payload: string }[];
  mainMenu: ({ title: string; payload: string } | { title: string; url: string })[];
};

export type RenderContext = {
  psid: string;
  messageId: number;
  messageTag: string | null;
  /** Whether it answers what the customer has just done. */
  isReply: boolean;
  /** The payload that a press of the pressable at a place comes back with: short, and good for ever. */
  payload: (place: number) => string;
  /** The link that counts and then leads to the pressable's url. */
  link: (place: number, url: string) => string;
  /** To be told of each part of the message that the platform cannot show as it was made, and what became of it. */
  note: (note: RenderNote) => void;
};

/** Lets an adapter keep its own types while the table holds them all. */
export function defineChannel<Settings, Call>(channel: Channel<Settings, Call>): Channel {
  return channel as Channel;
}

export type Channels = Partial<Record<ChannelType, Channel>>;
