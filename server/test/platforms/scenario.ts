import type { ChannelType } from "@banter/core/channels/index.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { applyPageFile } from "../../domain/page-file/apply.ts";
import { connectPage } from "../../domain/pages/page-settings.ts";
import { createPageToken } from "../../domain/pages/page-tokens.ts";
import { ensureWorkspace } from "../../domain/pages/pages.ts";
import type { Node } from "../../node.ts";
import { insertPage } from "../../store/catalog/pages.ts";
import type { Options } from "../app.ts";
import { aPageFile } from "../builders.ts";
import { testNode } from "../node.ts";
import { shop } from "./shop.ts";
import type { Written } from "./written.ts";

/** A customer of a page. Their actions resolve when our server has accepted the webhook. */
export type Customer = {
  psid: string;
  say(text: string): Promise<unknown>;
  /** Presses the newest button or quick reply with that title. */
  press(title: string): Promise<unknown>;
  /** Opens the chat by a link. */
  follow(link: string): Promise<unknown>;
  /** Sends texts that the platform delivers in reverse order and several times. */
  sayInDisorder(...texts: string[]): Promise<unknown>;
  /** Reacts to the last message that they have received, where the platform reports it. */
  react?(emoji: string): Promise<unknown>;
  /** Sends their location, where the platform has such messages. */
  sendPlace?(): Promise<unknown>;
  /** Comments below a post of the page, where the platform has posts. */
  comment?(text: string): Promise<unknown>;
  /** The texts that they have received, in order. */
  heard(): string[];
  /** For each of those, their own words that it quotes. */
  quoted(): (string | undefined)[];
};

/** A stand-in with a page on it. */
export type Platform = {
  pageId: string;
  settings: object;
  /** Sends webhooks to this server from now on. */
  connect(baseUrl: string): Promise<void>;
  customer(number: number): Customer;
  /** The messages of all customers. */
  written: Written;
  /** The next message is throttled for a second, or is sent and its answer is lost. */
  failNext(trouble: "throttle" | "lost_answer"): void;
  /** Resolves when `holds` is true; checked after every call to the platform. */
  until(holds: () => boolean): Promise<void>;
  /** When it accepted each message, by `performance.now`. */
  takenAt: readonly number[];
  /** How many calls it has refused, for any reason. */
  countRefused(): number;
  /** How many typing indicators were shown. */
  countTyping(): number;
};

export type Conversation = Platform & { node: Node; token: string };

/** A server with a page on a stand-in, ready to talk. */
export async function aConversation<P extends Pick<Platform, "pageId" | "settings" | "connect">>(
  t: Test,
  type: ChannelType,
  platform: P,
  { file = {}, ...options }: { file?: Partial<PageFile> } & Options = {},
) {
  const node = await testNode(t, options);
  const { db } = node.deps;
  const { pageId, settings } = platform;
  await insertPage(db, { id: pageId, workspaceId: await ensureWorkspace(db), channel: type, name: "Corner shop" });
  await connectPage(node.deps, pageId, settings as JsonObject);
  await applyPageFile({ db }, pageId, aPageFile({ ...shop, ...file }), { prune: true });
  await platform.connect(node.baseUrl);
  return { ...platform, node, token: await createPageToken({ db }, pageId) };
}
