import type { Written } from "../written.ts";
import type { Kind, SendRequest } from "./requests.ts";

export type Graph = {
  kind: Kind;
  origin: string;
  accountId: string;
  accessToken: string;
  /** Tokens of Instagram Login expire 60 days later, the others never. */
  tokenIssuedAt: number;
  /** Tokens that were renewed, and when they expire. */
  formerTokens: Map<string, number>;
  appSecret: string;
  verifyToken: string;
  appId: number;
  /** The address of webhooks. At Meta it is in the app's settings; tests set it here. */
  webhookUrl: string;
  /** Accepted messages, in order. */
  sent: Sent[];
  /** When each of them was accepted, by `performance.now`. */
  takenAt: number[];
  /** Accepted calls, in order. */
  calls: Call[];
  refused: (Call & { fault: GraphFault })[];
  /** The page's profile, shown before the customer has written. */
  profile: Item;
  subscribed: string[];
  /** People who have a conversation with the account, and when they last wrote. */
  people: Map<string, { wroteAt?: number; hasBlocked?: boolean; facts?: Item }>;
  /** Messages of people. */
  written: Written;
  /** Comments on the account's posts, by their ids. */
  comments: Map<string, StoredComment>;
  /** The account's posts, newest first, with the fields that the platform has. */
  posts: Item[];
  /** Posts that were live videos and are over. */
  endedLives: Set<string>;
  /** Names of approved utility templates. */
  templates: Set<string>;
  unfetchable: Set<string>;
  /** Files that Meta keeps, by their ids: the address, or the name, type and size of an upload. */
  attachments: Map<string, { type: string; source: string; until: number }>;
  /** People whose conversations another app has. */
  elsewhere: Set<string>;
  /** True if the app may take conversations from others. */
  isPrimary: boolean;
  /** True if each message is echoed at once. */
  echoes: boolean;
  now: () => number;
  trouble: (call: Call) => Trouble | undefined;
  person(id: string): Person;
  /** Verifies the webhook address at our server, as Meta's app settings do. */
  verify(token?: string): Promise<{ status: number; body: string }>;
  /** Sends these webhooks, for example again, late or out of order. Resolves with the statuses of the answers. */
  post(...items: Item[]): Promise<number[]>;
  /** A person answers in the platform's own inbox. */
  writeByHand(to: string, text: string): Promise<number[]>;
  /** People in the platform's own inbox give the conversation to the app. */
  passBack(id: string): Promise<number[]>;
  /** Reports that all messages so far have reached the customer's device. */
  reportDelivery(to: string): Promise<number[]>;
  waitFor(count: number): Promise<Sent[]>;
  /** Resolves when `holds` is true; checked after every call. */
  until(holds: () => boolean): Promise<void>;
};

export type Item = Record<string, unknown>;

/** `commentId`: it was sent as the private reply to this comment; the recipient is the person who got it. */
export type Sent = { mid: string; request: SendRequest & { recipient: { id: string } }; commentId?: string };

export type StoredComment = {
  id: string;
  postId: string;
  /** The person as the page's messages reach them. */
  personId: string;
  at: number;
  isOwn: boolean;
  isLive: boolean;
  isDeleted?: boolean;
  isLiked?: boolean;
  isHidden?: boolean;
  hasPrivateReply?: boolean;
  /** The page's public answers. */
  answers: string[];
};

/** `author`: the author's id in the webhook, if it is not the one that messages reach. `times`: webhooks sent. */
export type CommentOptions = {
  postId?: string;
  at?: number;
  author?: string;
  name?: string;
  isAd?: boolean;
  isLive?: boolean;
  parentId?: string;
  verb?: string;
  /** It is gone again when our server gets to it. */
  isDeleted?: boolean;
  times?: number;
};

export type Call = { method: string; path: string; query: Record<string, string>; body: Item };

export type GraphFault = { code: number; subcode?: number; message?: string; isTransient?: boolean };

/** A failure for one valid call. A call that hangs, is reset or is refused late counts as sent. */
export type Trouble = {
  refuse?: GraphFault;
  /** Sends the message and answers with this error. */
  refuseLate?: GraphFault;
  headers?: Record<string, string>;
  delayMs?: number;
  hang?: boolean;
  reset?: boolean;
  /** Answers this instead, like a proxy in between. */
  raw?: { status: number; body: string };
};

/** A customer on Messenger or Instagram. Their actions resolve with the statuses of our server's answers. */
export type Person = {
  id: string;
  psid: string;
  say(text: string): Promise<number[]>;
  /** Any other message: `{ attachments: [ … ] }`. */
  send(message: Item): Promise<number[]>;
  /** Presses the newest button, quick reply, menu item or ice breaker with that title. */
  press(title: string): Promise<number[]>;
  /** Opens the chat by a link: a referral in an existing conversation, otherwise with the Get Started button. */
  follow(link: string): Promise<number[]>;
  /** Comments on a post of the account. */
  comment(text: string, options?: CommentOptions): Promise<{ id: string; statuses: number[] }>;
  /** Reacts to the last message that they have received. */
  react(emoji: string): Promise<number[]>;
  /** Reads all messages. */
  read(): Promise<number[]>;
  /** The texts that they have received, in order. */
  heard(): string[];
  /** For each of those, their own words that it quotes. */
  quoted(): (string | undefined)[];
  /** The webhook item of a message, without sending it. */
  saying(text: string): Item;
};
