import type { Files, SentFile } from "../files.ts";
import type { Written } from "../written.ts";

export type Line = {
  origin: string;
  channel: { id: string; secret: string; token: string; lineId: string; userId: string };
  /** Accepted messages, in order, and how each was sent. */
  sent: SentMessage[];
  /** When each call with messages was accepted, by `performance.now`. */
  takenAt: number[];
  /** Accepted calls, in order. */
  calls: Call[];
  /** Refused calls, with the answer. */
  refused: (Call & { status: number; message: string })[];
  /** The failure of a valid call, if any. */
  trouble: (call: Call) => Trouble | undefined;
  /** "Use webhook" in the channel's settings. */
  usesWebhook: boolean;
  /** How many messages the account may push in this month; null if it has no limit. */
  quota: number | null;
  /** Files that people have sent. */
  files: Files;
  /** Messages of people, by the tokens for quoting them. */
  written: Written;
  now: () => number;
  /** A person with LINE's app. They are a friend of the account from the start. */
  person(number: number, facts?: { displayName?: string; language?: string }): Person;
  /** Sends webhooks with these events, one each. Resolves with the statuses of the answers. */
  post(...events: WebhookEvent[]): Promise<number[]>;
  /** Resolves when that many messages were accepted. */
  waitFor(count: number): Promise<SentMessage[]>;
  /** Resolves when `holds` is true; checked after every call. */
  until(holds: () => boolean): Promise<void>;
};

/** `route` is the method and the path, in which `:id` stands for an id. */
export type Call = { route: string; id: string; body: Record<string, unknown>; retryKey: string | undefined };

type SentMessage = { userId: string; id: string; via: "reply" | "push"; message: Message };

export type Message = { type: string; text?: string; altText?: string; originalContentUrl?: string } & Record<
  string,
  unknown
>;

/** A failure for one valid call. A call that hangs or is reset counts as done. */
export type Trouble = {
  refuse?: { status: number; message: string; headers?: Record<string, string> };
  hang?: boolean;
  reset?: boolean;
  /** Answers this instead, like a proxy in between. */
  raw?: { status: number; body: string };
};

export type WebhookEvent = { type: string; webhookEventId: string } & Record<string, unknown>;

/** A person with LINE's app. Each action sends a webhook and resolves when it was accepted. */
export type Person = {
  userId: string;
  psid: string;
  /** Texts and alternative texts that they have received. */
  heard(): string[];
  /** For each of those, their own words that it quotes. */
  quoted(): (string | undefined)[];
  say(text: string): Promise<void>;
  send(kind: "image" | "video" | "audio" | "file", file: SentFile): Promise<void>;
  /** Without a place: that of a market. */
  sendPlace(place?: { title?: string; address?: string; latitude: number; longitude: number }): Promise<void>;
  /** Presses the newest button or quick reply with that label. */
  press(label: string): Promise<void>;
  /** Makes the account a friend, possibly after a block. */
  addFriend(): Promise<void>;
  /** Blocks the account. LINE accepts messages to them, and drops them. */
  block(): Promise<void>;
  /** Takes back their last message. */
  unsend(): Promise<void>;
  /** The event of a message, without sending it. */
  saying(text: string): WebhookEvent;
};
