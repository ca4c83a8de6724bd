import type { OutgoingAlbum, OutgoingContent, OutgoingMessage, Reaction } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { PageFiles } from "./message-files.ts";
import type { MessagingWindow } from "./messaging-window.ts";

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
  /** Shows the customer that an answer is being written; null if the platform has no such sign. */
  typing: TypingSign<Settings> | null;
  /**
   * Shows the customer that a person has seen what they wrote; null if the platform has no such sign. `lastKey` is the
   * platform's id of their last message.
   */
  markSeen: ((psid: string, settings: Settings, lastKey: string | null) => Promise<void>) | null;
};

type TypingSign<Settings> = {
  /** The platform takes the sign away after this time, or with the next message. */
  seconds: number;
  /** `lastKey` finds the platform's id of the customer's last message. */
  show: (psid: string, settings: Settings, lastKey: () => Promise<string | null>) => Promise<void>;
};

/** How many calls the platform takes, from one page and for one customer. */
export type Pace = {
  perSecond: number;
  perCustomer: { perSecond: number; burst: number } | null;
  /** The number of calls that a call of this message counts as; null if the platform takes all equally fast. */
  weigh: ((message: OutgoingContent) => number) | null;
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
