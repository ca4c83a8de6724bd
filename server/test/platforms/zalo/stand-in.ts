import type { Written } from "../written.ts";
import type { Answered, MessageRequest } from "./requests.ts";

export type Zalo = {
  origin: string;
  oaId: string;
  app: { id: string; secret: string };
  /** Signs webhooks. */
  oaSecret: string;
  accessToken: string;
  refreshToken: string;
  /** How long a new access token is said to be valid. */
  expiresIn: number;
  webhookUrl: string;
  /** Accepted messages, in order. */
  sent: SentMessage[];
  /** When each of them was accepted, by `performance.now`. */
  takenAt: number[];
  calls: { route: string; body: unknown }[];
  refused: { error: number; message: string }[];
  /** The failure of a valid message, if any. */
  trouble: (request: MessageRequest) => Trouble | undefined;
  /** Addresses of pictures that Zalo cannot fetch. */
  unfetchable: Set<string>;
  /** Messages of people. */
  written: Written;
  /** People who have blocked the account. */
  blocked: Set<string>;
  /** When each person last did something, which opens the window. */
  lastActs: Map<string, number>;
  /** An account that pays for messages after 48 hours. */
  hasCloudAccount: boolean;
  now: () => number;
  person(number: number): Person;
  /** Enters the address in the app's dashboard, which checks it first by a call without a signature. */
  enterWebhook(url: string): Promise<void>;
  /** Sends these webhooks, signed. Resolves with the statuses of the answers. */
  post(...bodies: object[]): Promise<number[]>;
  /** The webhook of a message that the account has sent; `adminId` is a person in Zalo's own inbox. */
  echo(userId: string, message: { msg_id: string; text: string }, adminId?: string): object;
  report(sent: SentMessage, event: "user_received_message" | "user_seen_message"): Promise<number[]>;
  until(holds: () => boolean): Promise<void>;
};

type SentMessage = { id: string; userId: string; message: MessageRequest["message"] };

/** A failure of one valid call. A call that is reset counts as done. */
type Trouble = { refuse?: Answered; status?: number; headers?: Record<string, string>; reset?: boolean };

/** A person with Zalo's app. Each action sends a webhook and resolves when it was accepted. */
export type Person = {
  id: string;
  psid: string;
  heard(): string[];
  /** For each of those, their own words that it quotes. */
  quoted(): (string | undefined)[];
  say(text: string): Promise<void>;
  /** Presses the newest button with that title, which sends its data as a text. */
  press(title: string): Promise<void>;
  send(kind: string, attachment: object, text?: string): Promise<void>;
  /** Answers the newest card that asks for the phone number. */
  share(info: object): Promise<void>;
  follow(): Promise<void>;
  unfollow(): Promise<void>;
  /** The body of a webhook, without sending it. */
  saying(text: string): object;
};
