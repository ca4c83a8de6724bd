import type { z } from "zod";
import type { SentFile } from "../files.ts";
import type { WhatsappFiles } from "./files.ts";
import type { automationRequest, MessageRequest, ReadRequest } from "./requests.ts";
import type { Template } from "./templates.ts";

export type Whatsapp = {
  origin: string;
  number: { id: string; display: string };
  businessAccountId: string;
  accessToken: string;
  appSecret: string;
  isSubscribed: boolean;
  /** Where webhooks go: as the number was told, or set by hand. */
  webhookUrl: string;
  /** What it reports of each message it has taken, by itself. */
  reports: Status[];
  /** Messages that were taken, in order. */
  sent: SentRequest[];
  /** When each of them was, by `performance.now`. */
  takenAt: number[];
  /** Every request with a good token, taken or not, and which of its kinds it is. */
  calls: { route: string; parameters: Record<string, string>; body: unknown }[];
  /** What was refused, with which code and why. */
  refused: { code: number; details: string; body: unknown }[];
  templates: Template[];
  automation: z.infer<ReturnType<typeof automationRequest>> | undefined;
  maxPrompts: number;
  /** What people have sent. */
  files: WhatsappFiles;
  /** The ids of what people wrote, and what was marked as read since, with or without typing shown below it. */
  received: Set<string>;
  typed: z.infer<typeof ReadRequest>[];
  /** When people last wrote, by number or id; who is not here is outside the window. */
  lastWords: Map<string, number>;
  /** Numbers without WhatsApp: the request is taken, and fails later. */
  absent: Set<string>;
  /** Outside the window it may refuse at once, or take the request and report the failure later. */
  refusesLate: boolean;
  now: () => number;
  /** Decides about a request that WhatsApp would take. */
  trouble: (request: MessageRequest) => Trouble | undefined;
  person(names: { phone?: string; userId?: string; name?: string }): Person;
  /** Sends webhooks as given: again, late or in another order. Resolves with the answers' statuses. */
  post(...webhooks: object[]): Promise<number[]>;
  /** Reports what became of a message. */
  report(sent: SentRequest, status: Status, code?: number): Promise<number[]>;
  /** Resolves once so many messages were taken. */
  waitFor(count: number): Promise<SentRequest[]>;
  /** Resolves once it holds; looked at after every request. */
  until(holds: () => boolean): Promise<void>;
};

export type SentRequest = { id: string; request: MessageRequest };

export type Status = "sent" | "delivered" | "read" | "played" | "failed";

/** Told to one request: a refusal, or trouble on the way. What hangs or is reset has been sent all the same. */
export type Trouble = {
  refuse?: { code: number; retryAfter?: number };
  delayMs?: number;
  hang?: boolean;
  reset?: boolean;
  /** Answers this instead, as a proxy in between would. */
  raw?: { status: number; body: string };
};

/** Somebody with WhatsApp on their phone. What they send resolves with the statuses that our server has answered. */
export type Person = {
  phone?: string;
  userId?: string;
  says(text: string): Promise<number[]>;
  /** A webhook with what they write: to be sent again, late or in another order. */
  webhook(...messages: Record<string, unknown>[]): object;
  /** Any other kind of message: `{ type: "image", image: { … } }`. */
  sends(message: Record<string, unknown>): Promise<number[]>;
  sendsFile(kind: "image" | "document" | "audio" | "video", file: SentFile): Promise<number[]>;
  /** Presses a button or the row of a list by its title. */
  presses(sent: SentRequest, title: string): Promise<number[]>;
  /** Opens a chat by its link, and sends the words that stand there already. */
  follows(link: string): Promise<number[]>;
};
