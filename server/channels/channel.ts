import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { ChannelType } from "@banter/core/model/channel.ts";
import type { z } from "zod";
import type { Mail } from "../mailbox/accept.ts";

/** What a platform's adapter is. `parse` and `render` are pure; `deliver` is the only I/O. */
export type Channel<Settings = unknown, Call = unknown> = {
  type: ChannelType;
  title: string;
  /** What an owner must give to connect a page: the console draws a form of it. */
  settings: z.ZodType<Settings>;
  /** Whether a customer the page has never seen may be written to: the platform decides then. */
  knowsStrangers: boolean;
  /** The platform's messaging window and the tags that reach beyond it; null where one may always write. */
  window: MessagingWindow | null;
  /** Messages a second that the platform takes from one page. */
  perSecond: number;
  /** Whether a webhook is the platform's own. */
  verify(request: WebhookRequest, settings: Settings): boolean;
  parse(body: unknown): InboundEvent[];
  /** The calls that show a message, each within the platform's limits. */
  render(message: OutgoingMessage, context: RenderContext): Call[];
  /** Hands one call to the platform: its id for what was sent. Throws SendError. Null where storing is delivering. */
  deliver: ((call: Call, settings: Settings) => Promise<string | null>) | null;
};

export type MessagingWindow = { seconds: number; tags: readonly string[] };

export type WebhookRequest = { headers: Record<string, string | string[] | undefined>; body: Buffer };

/** `key` is the platform's id for it. */
export type InboundEvent = Pick<Mail, "psid" | "event"> & { key: string };

export type RenderContext = {
  psid: string;
  messageId: number;
  messageTag: string | null;
  /** The payload that a press of the pressable at a place comes back with. */
  payload: (place: number) => string;
  /** The link that counts and then leads to the pressable's url. */
  link: (place: number, url: string) => string;
};

/** Lets an adapter keep its own types while the table holds them all. */
export function defineChannel<Settings, Call>(channel: Channel<Settings, Call>): Channel {
  return channel as Channel;
}

export type Channels = Partial<Record<ChannelType, Channel>>;
