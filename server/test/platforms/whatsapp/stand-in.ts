import type { z } from "zod";
import type { SentFile } from "../files.ts";
import type { Written } from "../written.ts";
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
  /** The address of webhooks, set by a call or by the test. */
  webhookUrl: string;
  /** The statuses that it reports for each accepted message. */
  reports: Status[];
  /** Accepted messages, in order. */
  sent: SentRequest[];
  /** When each of them was accepted, by `performance.now`. */
  takenAt: number[];
  /** Every request with a valid token, accepted or not. */
  calls: { route: string; parameters: Record<string, string>; body: unknown }[];
  /** Refused requests, with code and reason. */
  refused: { code: number; details: string; body: unknown }[];
  templates: Template[];
  /** Ids of the products in the account's catalog. */
  products: string[];
  /** Forms of the account, which WhatsApp calls flows. */
  forms: { id: string; name: string; status: string }[];
  automation: z.infer<ReturnType<typeof automationRequest>> | undefined;
  maxPrompts: number;
  /** Files that people have sent. */
  files: WhatsappFiles;
  /** Messages of people. */
  written: Written;
  /** Ids of messages that people wrote, and the read receipts for them, with or without a typing indicator. */
  received: Set<string>;
  typed: z.infer<typeof ReadRequest>[];
  /** When people last wrote, by number or id. People who are not listed are outside the window. */
  lastWords: Map<string, number>;
  /** Numbers without WhatsApp: a message is accepted and fails later. */
  absent: Set<string>;
  /** True: a message outside the window is accepted and fails later. False: it is refused at once. */
  refusesLate: boolean;
  /** True: the app may take conversations from the app that has them. */
  takesConversations: boolean;
  now: () => number;
  /** The failure of a valid request, if any. */
  trouble: (request: MessageRequest) => Trouble | undefined;
  person(names: { phone?: string; userId?: string; name?: string; username?: string }): Person;
  /** Sends these webhooks, for example again, late or out of order. Resolves with the statuses of the answers. */
  post(...webhooks: object[]): Promise<number[]>;
  /** Sends a webhook about the account to the app's own address, where Meta sends all of these. */
  tellApp(appWebhookUrl: string, field: string, value: object): Promise<number>;
  /** Sends a status report for a message. */
  report(sent: SentRequest, status: Status, code?: number): Promise<number[]>;
  /** Resolves when that many messages were accepted. */
  waitFor(count: number): Promise<SentRequest[]>;
  /** Resolves when `holds` is true; checked after every request. */
  until(holds: () => boolean): Promise<void>;
};

export type SentRequest = { id: string; request: MessageRequest };

export type Status = "sent" | "delivered" | "read" | "played" | "failed";

/** A failure for one valid request. A request that hangs or is reset counts as sent. */
type Trouble = {
  refuse?: { code: number; retryAfter?: number };
  delayMs?: number;
  hang?: boolean;
  reset?: boolean;
  /** Answers this instead, like a proxy in between. */
  raw?: { status: number; body: string };
};

/** A customer with WhatsApp. Their actions resolve with the statuses of our server's answers. */
export type Person = {
  phone?: string;
  userId?: string;
  says(text: string): Promise<number[]>;
  /** The webhook of their messages, to be sent again, late or out of order. */
  webhook(...messages: Record<string, unknown>[]): object;
  /** Any other kind of message: `{ type: "image", image: { … } }`. */
  sends(message: Record<string, unknown>): Promise<number[]>;
  /** Fills in the newest form that was sent. */
  fillsIn(sent: SentRequest, answers: Record<string, unknown>): Promise<number[]>;
  sendsFile(kind: "image" | "document" | "audio" | "video", file: SentFile): Promise<number[]>;
  /** Presses a button or the row of a list by its title. */
  presses(sent: SentRequest, title: string): Promise<number[]>;
  /** Opens a chat by its link, and sends the text that it has prepared. */
  follows(link: string): Promise<number[]>;
};
