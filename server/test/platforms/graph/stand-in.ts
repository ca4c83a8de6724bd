import type { Kind, SendRequest } from "./requests.ts";

export type Graph = {
  kind: Kind;
  origin: string;
  accountId: string;
  accessToken: string;
  /** Only those of Instagram Login end: 60 days later. */
  tokenIssuedAt: number;
  /** Tokens that were renewed, and when they end. */
  formerTokens: Map<string, number>;
  appSecret: string;
  verifyToken: string;
  appId: number;
  /** Where webhooks go. Meta is told in the app's settings; here by hand. */
  webhookUrl: string;
  /** Messages that were taken, in order. */
  sent: Sent[];
  /** When each of them was, by `performance.now`. */
  takenAt: number[];
  /** Every call that was taken, in order. */
  calls: Call[];
  refused: (Call & { fault: GraphFault })[];
  /** What the page shows before anybody has written. */
  profile: Item;
  subscribed: string[];
  /** Who has a conversation with the account, and when they last wrote. */
  people: Map<string, { wroteAt?: number; hasBlocked?: boolean; facts?: Item }>;
  /** Names of approved utility templates. */
  templates: Set<string>;
  unfetchable: Set<string>;
  /** Whether each message is echoed at once. */
  echoes: boolean;
  now: () => number;
  trouble: (call: Call) => Trouble | undefined;
  person(id: string): Person;
  /** Asks our server whether the address is ours, as the app's settings do. */
  verify(token?: string): Promise<{ status: number; body: string }>;
  /** Sends webhooks as given: again, late or in another order. Resolves with the answers' statuses. */
  post(...items: Item[]): Promise<number[]>;
  /** A person answers in the platform's own inbox. */
  writeByHand(to: string, text: string): Promise<number[]>;
  /** Tells that all so far has reached a customer's device. */
  reportDelivery(to: string): Promise<number[]>;
  waitFor(count: number): Promise<Sent[]>;
  /** Resolves once it holds; looked at after every call. */
  until(holds: () => boolean): Promise<void>;
};

export type Item = Record<string, unknown>;

export type Sent = { mid: string; request: SendRequest };

export type Call = { method: string; path: string; query: Record<string, string>; body: Item };

export type GraphFault = { code: number; subcode?: number; message?: string; isTransient?: boolean };

/** Told to one call that Meta would take. What hangs, is reset or is refused late has been sent all the same. */
export type Trouble = {
  refuse?: GraphFault;
  /** Sends the message, and answers this error. */
  refuseLate?: GraphFault;
  headers?: Record<string, string>;
  delayMs?: number;
  hang?: boolean;
  reset?: boolean;
  /** Answers this instead, as a proxy in between would. */
  raw?: { status: number; body: string };
};

/** Somebody on Messenger or Instagram. What they do resolves with the statuses that our server has answered. */
export type Person = {
  id: string;
  psid: string;
  say(text: string): Promise<number[]>;
  /** Any other message: `{ attachments: [ … ] }`. */
  send(message: Item): Promise<number[]>;
  /** Presses the newest button, quick reply, menu item or ice breaker with that title. */
  press(title: string): Promise<number[]>;
  /** Opens the chat by a link: a referral in a conversation that exists, else on the first button there is. */
  follow(link: string): Promise<number[]>;
  /** Reads all that came. */
  read(): Promise<number[]>;
  /** The words that reached them, in order. */
  heard(): string[];
  /** The item of a webhook that is not sent yet. */
  saying(text: string): Item;
};
