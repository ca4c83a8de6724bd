import type { PlatformMedia } from "@banter/core/flow/event.ts";
import type { CustomerProfile, MailEvent } from "@banter/core/flow/mail-event.ts";
import type { InvoiceAction } from "@banter/core/flow/outgoing.ts";
import type { AccountNotice } from "./account-notice.ts";
import type { Asking, Media } from "./fetch-file.ts";

export type Inbound<Settings> = {
  webhook: Webhook<Settings>;
  /** True if a tapped quick reply comes back as its text. */
  repliesAreText(settings: Settings): boolean;
  /** Facts about a customer, asked for once on first contact; null if webhooks bring them. */
  fetchCustomer: ((psid: string, settings: Settings) => Promise<CustomerProfile>) | null;
  /** Starts to fetch a file of a customer; `not_found` if it is gone. Null if webhooks bring public addresses. */
  fetchMedia: ((media: PlatformMedia, asking: Asking, settings: Settings) => Promise<Media>) | null;
};

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

/** `isSecret`: the header is the secret itself, so that it is compared before the body is read. */
export type WebhookSignature = { header: string; form: RegExp; isSecret: boolean };

/**
 * The platform checks that the webhook address is ours: it sends the verify token that the owner has chosen, and
 * expects an answer.
 */
export type Handshake<Settings> = {
  /** Undefined for a query that is no such check. */
  read(query: Record<string, string | undefined>): { verifyToken: string; answer: string } | undefined;
  verifyTokenOf(settings: Settings): string;
};

type AccountWebhook<Settings> = {
  /** The account that a page belongs to. */
  idOf(settings: Settings): string;
  /** The accounts that a body has such events of. */
  idsIn(body: unknown): string[];
};

export type WebhookRequest = { headers: Record<string, string | string[] | undefined>; body: Buffer };

export type Parsed = {
  events: InboundEvent[];
  /** Kinds of events that were left out, for the log. */
  unknown: string[];
};

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

/** The invoice that a message of the page holds. `isPaid`: a payment for it has arrived. */
export type FindInvoice = (messageId: number) => Promise<SentInvoice | undefined>;

type SentInvoice = { psid: string; invoice: InvoiceAction; ageMs: number; isPaid: boolean };
