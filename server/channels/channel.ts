import type { ChannelType } from "@banter/core/channels/index.ts";
import type { CommentAction } from "@banter/core/flow/outgoing.ts";
import type { MessageForm } from "@banter/core/model/content/message-form.ts";
import type { MessageTemplate } from "@banter/core/model/content/message-template.ts";
import type { PlatformPost } from "@banter/core/model/content/platform-post.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { z } from "zod";
import type { Inbound } from "./inbound.ts";
import type { Outbound, RenderContext } from "./outbound.ts";

/**
 * A platform's adapter. Each capability is whole, or null if the platform has no such thing; nothing is left out.
 * `parse` and `render` are pure; functions that return a promise call the platform and throw SendError.
 */
export type Channel<Settings = unknown, Call = unknown> = {
  type: ChannelType;
  title: string;
  /** The settings that connect a page. The console draws its form from this schema. */
  settings: z.ZodType<Settings>;
  /** The page's account at the platform; null if the channel is our own. */
  account: Account<Settings> | null;
  /** Events from the platform; null if the channel is our own. */
  inbound: Inbound<Settings> | null;
  /** Messages to customers; null if the channel is our own, where a stored message counts as delivered. */
  outbound: Outbound<Settings, Call> | null;
  /** The greeting, ice breakers and menu, which the platform shows before the customer writes. */
  profile: Profile<Settings> | null;
  /** Comments below the page's posts. */
  comments: Comments<Settings, Call> | null;
  /** Gives conversations to the platform's own inbox and takes them back. */
  control: Control<Settings, Call> | null;
  /** Message templates, and forms, which are made at the platform. */
  templates: Templates<Settings> | null;
  /** Ways into the chat from elsewhere. */
  links: Links<Settings>;
};

export type Account<Settings> = {
  /** The settings that an owner enters to connect a page. The platform tells the others, or they have a default. */
  entry: Entry<Settings>;
  /** Checks the settings at the platform, and has it send webhooks to the address. */
  connect(settings: Settings, webhookUrl: string): Promise<void>;
  /**
   * Asks the platform, without a change, whether it accepts the settings and sends webhooks to the address. Returns
   * sentences about what is wrong.
   */
  check(settings: Settings, webhookUrl: string): Promise<string[]>;
  /** Renews a token before it expires; null if tokens do not expire. */
  renewal: Renewal<Settings> | null;
};

type Entry<Settings> = {
  settings: z.ZodType;
  /** Asks the platform, without a change, which account the entered settings give access to. */
  identify(entered: unknown): Promise<Identity<Settings>>;
};

export type Identity<Settings> = {
  /** The account's number, which stands in the page's id. */
  platformId: string;
  /** The account's own name, which its page gets. */
  name: string;
  /** How customers find the account, such as @corner_shop_bot. */
  handle: string;
  /** The settings that the owner need not enter. */
  settings: Partial<Settings>;
};

/** Lets `identify` have the type of what is entered. */
export function defineEntry<Settings, Entered>(entry: {
  settings: z.ZodType<Entered>;
  identify(entered: Entered): Promise<Identity<Settings>>;
}): Entry<Settings> {
  return { settings: entry.settings, identify: (entered) => entry.identify(entered as Entered) };
}

export type Renewal<Settings> = {
  /** The time after connecting from which the platform grants a renewal; null if the token does not expire. */
  firstAfterSeconds(settings: Settings): number | null;
  /** A renewal works without a valid token, so that it connects a page again whose token has expired. */
  outlivesToken: boolean;
  /** The settings that change, and how long they are valid. */
  run(settings: Settings): Promise<{ changes: Partial<Settings> & JsonObject; goodForSeconds: number }>;
};

export type Profile<Settings> = {
  set(profile: PageProfile, settings: Settings): Promise<void>;
  /** A tapped ice breaker comes back as its text, without a payload. */
  iceBreakersAreText: boolean;
};

export type PageProfile = {
  greeting: string | null;
  iceBreakers: { title: string; payload: string }[];
  /** `command`: the name of its command that the owner has chosen. */
  mainMenu: ({ title: string; payload: string; command?: string } | { title: string; url: string })[];
};

type Comments<Settings, Call> = {
  /** The calls that answer, like or hide a comment. */
  render(action: CommentAction, context: RenderContext, settings: Settings): Call[];
  /** Lists the posts below which people comment, newest first. `after` is the `next` of the list so far. */
  listPosts(settings: Settings, asked: { pageId: string; after: string | null }): Promise<PostList>;
};

export type PostList = { posts: PlatformPost[]; next: string | null };

type Control<Settings, Call> = {
  /** The calls that give a conversation to the inbox; null if it only takes conversations by itself. */
  renderPass: ((context: RenderContext, settings: Settings) => Call[]) | null;
  /** Takes a conversation back from any other app. Throws SendError if the platform does not let this app do it. */
  take(psid: string, settings: Settings): Promise<void>;
};

type Templates<Settings> = {
  /** The tag that a message template must be sent with, or null if it needs none. */
  tag: string | null;
  /** Lists the templates of the page's account; null if they are known by their names only. */
  list: ((settings: Settings) => Promise<MessageTemplate[]>) | null;
  /** Lists the forms of the page's account; null if the platform has none. */
  listForms: ((settings: Settings) => Promise<MessageForm[]>) | null;
};

type Links<Settings> = {
  /**
   * The address that opens the chat; the `ref` in it comes back with the customer who follows it. Null if the settings
   * do not name it, or if it cannot hold the `ref`. `chatPage` is the address of our own chat page.
   */
  chat(settings: Settings, ref: string | null, chatPage: string): string | null;
  /**
   * The JSON for an advertisement's welcome message, whose reply starts the tool's flow; null if the platform's
   * advertisements have none.
   */
  adWelcome: ((tool: { id: number; name: string; ref: string | null }) => AdWelcome) | null;
};

export type AdWelcome = {
  message: { text: string; quick_replies?: { content_type: string; title: string; payload: string }[] };
};

/** Lets an adapter have its own types, while the table holds all adapters. */
export function defineChannel<Settings, Call>(channel: Channel<Settings, Call>): Channel {
  return channel as Channel;
}

export type Channels = Partial<Record<ChannelType, Channel>>;
