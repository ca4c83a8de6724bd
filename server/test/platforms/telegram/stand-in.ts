import type { SentFile } from "../files.ts";
import type { Written } from "../written.ts";
import type { TelegramFiles } from "./files.ts";
import type { Method } from "./methods.ts";

export type Telegram = {
  origin: string;
  bot: { id: number; username: string; token: string };
  /** Accepted messages, in order. */
  sent: SentMessage[];
  /** When each of them was accepted, by `performance.now`. */
  takenAt: number[];
  /** Accepted calls, in order. */
  calls: Call[];
  /** Refused calls, with the error. */
  refused: (Call & { code: number; description: string })[];
  /** The failure of a valid call, if any. */
  trouble: (call: Call) => Trouble | undefined;
  /** Addresses that Telegram cannot fetch. */
  unfetchable: Set<string>;
  /** Files that people have sent. */
  files: TelegramFiles;
  /** Messages of people. */
  written: Written;
  now: () => number;
  /** A customer with Telegram's app. The bot cannot write to them before they have pressed Start. */
  person(id: number, facts?: { first_name?: string; last_name?: string; language_code?: string }): Person;
  /** Sends these webhooks, for example again, late or out of order. Resolves with the statuses of the answers. */
  post(...updates: Update[]): Promise<number[]>;
  /** Resolves when that many messages were accepted. */
  waitFor(count: number): Promise<SentMessage[]>;
  /** Resolves when `holds` is true; checked after every call. */
  until(holds: () => boolean): Promise<void>;
};

type Body = Record<string, unknown>;

export type Call = { method: Method; body: Body };

type SentMessage = Call & { chatId: number; messageId: number };

/** A failure for one valid call. A call that hangs or is reset counts as done. */
export type Trouble = {
  refuse?: { code: number; description: string; retryAfter?: number; migrateTo?: number };
  delayMs?: number;
  hang?: boolean;
  reset?: boolean;
  /** Answers this instead, like a proxy in between. */
  raw?: { status: number; body: string };
};

export type Update = { update_id: number } & Record<string, unknown>;

/** A customer with Telegram's app. Each action sends a webhook and resolves when it was accepted. */
export type Person = {
  psid: string;
  /** Texts and captions that they have received. */
  heard(): string[];
  /** For each of those, their own words that it quotes. */
  quoted(): (string | undefined)[];
  say(text: string): Promise<void>;
  send(kind: "photo" | "document" | "voice" | "video", file: SentFile): Promise<void>;
  sendPlace(): Promise<void>;
  /** Pays the newest invoice, or the one that is given, if the page lets them. */
  pay(invoice?: SentMessage): Promise<void>;
  /** Reacts to the last message that they have received. */
  react(emoji: string): Promise<void>;
  /** Presses Start, optionally after a link with a parameter. */
  start(parameter?: string): Promise<void>;
  /** Presses the newest button with that title: an inline button, or one that shares their phone number. */
  press(title: string): Promise<void>;
  block(): Promise<void>;
  comeBack(): Promise<void>;
  /** Deletes their Telegram account, which sends no webhook. */
  leave(): void;
  /** The update of a message, without sending it. */
  saying(text: string): Update;
  sending(content: Record<string, unknown>): Update;
};
