import type { SentFile } from "../files.ts";
import type { TelegramFiles } from "./files.ts";
import type { Method } from "./methods.ts";

export type Telegram = {
  origin: string;
  bot: { id: number; username: string; token: string };
  /** Messages that were taken, in order. */
  sent: SentMessage[];
  /** When each of them was, by `performance.now`. */
  takenAt: number[];
  /** Every call that was taken, in order. */
  calls: Call[];
  /** What was refused, and with which words. */
  refused: (Call & { code: number; description: string })[];
  /** Decides about a call that Telegram would take. */
  trouble: (call: Call) => Trouble | undefined;
  /** Addresses that Telegram cannot fetch. */
  unfetchable: Set<string>;
  /** What people have sent. */
  files: TelegramFiles;
  now: () => number;
  /** Somebody with Telegram's app; without having pressed Start they cannot be written to. */
  person(id: number, facts?: { first_name?: string; last_name?: string; language_code?: string }): Person;
  /** Sends webhooks as given: again, late or in another order. Resolves with the answers' statuses. */
  post(...updates: Update[]): Promise<number[]>;
  /** Resolves once so many messages were taken. */
  waitFor(count: number): Promise<SentMessage[]>;
  /** Resolves once it holds; looked at after every call. */
  until(holds: () => boolean): Promise<void>;
};

export type Body = Record<string, unknown>;

export type Call = { method: Method; body: Body };

export type SentMessage = Call & { chatId: number; messageId: number };

/** Told to one call: a refusal, or trouble on the way. What hangs or is reset has been done all the same. */
export type Trouble = {
  refuse?: { code: number; description: string; retryAfter?: number; migrateTo?: number };
  delayMs?: number;
  hang?: boolean;
  reset?: boolean;
  /** Answers this instead, as a proxy in between would. */
  raw?: { status: number; body: string };
};

export type Update = { update_id: number } & Record<string, unknown>;

/** What somebody does in Telegram's app. Each deed is a webhook, and resolves when it was taken. */
export type Person = {
  psid: string;
  /** What the bot has written to them: texts and captions. */
  heard(): string[];
  say(text: string): Promise<void>;
  send(kind: "photo" | "document" | "voice" | "video", file: SentFile): Promise<void>;
  /** Presses Start, also by a link with a parameter. */
  start(parameter?: string): Promise<void>;
  /** Presses the newest button with that title: an inline one, or one that shares their number. */
  press(title: string): Promise<void>;
  block(): Promise<void>;
  comeBack(): Promise<void>;
  /** Leaves Telegram for good; no webhook tells. */
  leave(): void;
  /** An update that is not sent yet. */
  saying(text: string): Update;
  sending(content: Record<string, unknown>): Update;
};
