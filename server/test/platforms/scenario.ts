import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelType } from "@banter/core/model/channel.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { channels } from "../../channels/index.ts";
import { applyPageFile } from "../../domain/page-file/apply.ts";
import { connectPage } from "../../domain/page-settings.ts";
import { createPageToken } from "../../domain/page-tokens.ts";
import { ensureWorkspace } from "../../domain/pages.ts";
import type { Node } from "../../node.ts";
import { insertPage } from "../../store/pages.ts";
import { sql } from "../../store/sql.ts";
import { aFlow, aKeyword, aPageFile } from "../builders.ts";
import type { Test } from "../database.ts";
import { testNode } from "../node.ts";
import { until } from "../until.ts";

/** Somebody who writes to a page. What they do resolves when our server has taken the webhook. */
export type Customer = {
  psid: string;
  say(text: string): Promise<unknown>;
  /** Presses the newest button or quick reply of that title. */
  press(title: string): Promise<unknown>;
  /** Opens the chat by a link. */
  follow(link: string): Promise<unknown>;
  /** Says both, and the platform reports it several times: at once, and again in another order. */
  sayRepeatedly(first: string, second: string): Promise<unknown>;
  /** The words that reached them, in order. */
  heard(): string[];
};

/** A stand-in with a page on it. */
export type Platform = {
  pageId: string;
  settings: object;
  /** Has webhooks sent to a server from now on. */
  connect(baseUrl: string): Promise<void>;
  customer(number: number): Customer;
  /** The next message is refused for a second, or is sent while its answer is lost. */
  meet(trouble: "throttle" | "lost_answer"): void;
  /** Resolves once it holds; looked at after every call to the platform. */
  until(holds: () => boolean): Promise<void>;
};

export type Conversation = Platform & { node: Node; token: string };

/** A server with a page on a stand-in, ready to talk. */
export async function aConversation(t: Test, type: ChannelType, platform: Platform, file: Partial<PageFile> = {}) {
  const node = await testNode(t);
  const { db } = node.deps;
  const { pageId, settings } = platform;
  await insertPage(db, { id: pageId, workspaceId: await ensureWorkspace(db), channel: type, name: "Corner shop" });
  await connectPage(node.deps, pageId, settings as JsonObject);
  await applyPageFile({ db }, pageId, aPageFile({ ...shop, ...file }), { prune: true });
  await platform.connect(node.baseUrl);
  return { ...platform, node, token: await createPageToken({ db }, pageId) };
}

/** What every platform must do for a conversation. */
export function testConversations(type: ChannelType, start: (t: Test) => Promise<Platform>): void {
  const converse = async (t: Test) => aConversation(t, type, await start(t));

  test(`${type}: a keyword is answered by two messages, in order`, async (t) => {
    const { customer, until } = await converse(t);
    const ann = customer(1);

    await ann.say("hello");

    await until(() => ann.heard().length >= 2);
    assert.deepEqual(ann.heard(), ["One", "Two"]);
  });

  test(`${type}: a button leads to its flow, and again when it is old`, async (t) => {
    const { customer, until } = await converse(t);
    const ann = customer(1);
    await ann.say("choose");
    await until(() => ann.heard().length >= 1);

    await ann.press("Sizes");
    await until(() => ann.heard().length >= 2);
    await ann.press("Sizes");

    await until(() => ann.heard().length >= 3);
    assert.deepEqual(ann.heard(), ["Choose", "From S to XL", "From S to XL"]);
  });

  test(`${type}: a question is answered by words, or by a quick reply`, async (t) => {
    const { customer, until } = await converse(t);
    const [ann, bob] = [customer(1), customer(2)];
    await Promise.all([ann.say("order"), bob.say("order")]);
    await until(() => ann.heard().length >= 1 && bob.heard().length >= 1);

    await Promise.all([ann.say("green"), bob.press("Red")]);

    await until(() => ann.heard().length >= 2 && bob.heard().length >= 2);
    assert.deepEqual(ann.heard(), ["Which colour?", "A green one for you"]);
    assert.deepEqual(bob.heard(), ["Which colour?", "A Red one for you"]);
  });

  test(`${type}: a link brings its flow`, async (t) => {
    const { customer, settings, until } = await converse(t);
    const channel = channels[type];
    const link = channel?.chatLink?.(channel.settings.parse(settings), "summer.1");
    const ann = customer(1);

    assert.ok(link);
    await ann.follow(link);

    await until(() => ann.heard().length >= 1);
    assert.deepEqual(ann.heard(), ["Summer sale!"]);
  });

  test(`${type}: a platform that throttles is waited for, and nothing is lost or out of order`, async (t) => {
    const { customer, until, meet } = await converse(t);
    const ann = customer(1);
    meet("throttle");

    await ann.say("hello");
    await ann.say("choose");

    await until(() => ann.heard().length >= 3);
    assert.deepEqual(ann.heard(), ["One", "Two", "Choose"]);
  });

  test(`${type}: what was sent although its answer was lost is marked as a possible duplicate`, async (t) => {
    const { customer, node, pageId, meet } = await converse(t);
    const ann = customer(1);
    meet("lost_answer");

    await ann.say("sizes");

    await until(async () => (await listSent(node, pageId)).length === 1);
    const [message] = await listSent(node, pageId);
    assert.equal(ann.heard().length > 1, message?.possibleDuplicate);
    assert.deepEqual(new Set(ann.heard()), new Set(["From S to XL"]));
  });

  test(`${type}: webhooks that come again and in another order are one conversation`, async (t) => {
    const { customer, node, pageId, until: platformUntil } = await converse(t);
    const ann = customer(1);

    await ann.sayRepeatedly("hello", "choose");

    await platformUntil(() => ann.heard().length >= 3);
    await ann.say("sizes");
    await platformUntil(() => ann.heard().length >= 4);
    await until(async () => (await listSent(node, pageId)).length === 4);
    assert.deepEqual(ann.heard(), ["One", "Two", "Choose", "From S to XL"]);
  });
}

function listSent({ deps: { db } }: Node, pageId: string) {
  return db.many<{ possibleDuplicate: boolean }>(sql`
    select possible_duplicate from messages where page_id = ${pageId} and status = 'sent' order by id`);
}

function said(text: string, more: object = {}) {
  return { messages: [{ type: "text" as const, text, ...more }] };
}

function flow(name: string, start: string, steps: object) {
  return { name, published: true, document: { version: 1, start, steps } };
}

const shop = {
  fields: [{ name: "colour", type: "text" as const }],
  flows: [
    flow("Hello", "one", {
      one: { type: "message", content: said("One"), next: "two" },
      two: { type: "message", content: said("Two"), next: null },
    }),
    flow("Choose", "hi", {
      hi: {
        type: "message",
        content: said("Choose", { buttons: [{ type: "flow", title: "Sizes", flow: "Sizes" }] }),
        next: null,
      },
    }),
    aFlow("Sizes", "From S to XL"),
    flow("Order", "ask", {
      ask: {
        type: "ask",
        accept: "text",
        save_to: "colour",
        content: { ...said("Which colour?"), quick_replies: [{ type: "text", caption: "Red" }] },
        next: { answered: "done" },
      },
      done: { type: "message", content: said("A {{colour}} one for you"), next: null },
    }),
    aFlow("Summer", "Summer sale!"),
  ],
  keywords: [
    aKeyword("hello", "Hello"),
    aKeyword("choose", "Choose"),
    aKeyword("sizes", "Sizes"),
    aKeyword("order", "Order"),
  ],
  main_menu: [{ title: "Our sizes", flow: "Sizes" }],
  tools: [{ type: "chat_ref_url" as const, name: "Summer", ref: "summer.1", flow: "Summer", is_published: true }],
} satisfies Partial<PageFile>;
