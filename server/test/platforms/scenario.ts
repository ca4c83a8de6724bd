import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { channels } from "../../channels/index.ts";
import type { Config } from "../../config.ts";
import { applyPageFile } from "../../domain/page-file/apply.ts";
import { connectPage } from "../../domain/pages/page-settings.ts";
import { createPageToken } from "../../domain/pages/page-tokens.ts";
import { ensureWorkspace } from "../../domain/pages/pages.ts";
import type { Node } from "../../node.ts";
import { insertPage } from "../../store/catalog/pages.ts";
import { sql } from "../../store/db/sql.ts";
import { aFlow, aKeyword, aPageFile } from "../builders.ts";
import { testNode } from "../node.ts";
import { until } from "../until.ts";
import { anySettings } from "./any-settings.ts";

/** Somebody who writes to a page. What they do resolves when our server has taken the webhook. */
export type Customer = {
  psid: string;
  say(text: string): Promise<unknown>;
  /** Presses the newest button or quick reply of that title. */
  press(title: string): Promise<unknown>;
  /** Opens the chat by a link. */
  follow(link: string): Promise<unknown>;
  /** Says one after the other, and the platform reports the last first, and all of it several times. */
  sayInDisorder(...texts: string[]): Promise<unknown>;
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
  /** When it took each message, by `performance.now`. */
  takenAt: readonly number[];
  /** How many calls it did not take, for whatever reason. */
  countRefused(): number;
  /** How often it was shown that somebody writes. */
  countTyping(): number;
};

export type Conversation = Platform & { node: Node; token: string };

/** A server with a page on a stand-in, ready to talk. */
export async function aConversation(
  t: Test,
  type: ChannelType,
  platform: Platform,
  { file = {}, ...config }: { file?: Partial<PageFile> } & Partial<Config> = {},
) {
  const node = await testNode(t, config);
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
  const converse = async (t: Test, config: Partial<Config> = {}) => aConversation(t, type, await start(t), config);

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

  test(`${type}: a short wait looks like somebody typing`, async (t) => {
    const { customer, until, countTyping, countRefused } = await converse(t);
    const ann = customer(1);

    await ann.say("think");

    await until(() => ann.heard().length >= 2);
    assert.deepEqual(ann.heard(), ["Let me see", "Yes"]);
    assert.deepEqual([countTyping(), countRefused()], [1, 0]);
  });

  test(`${type}: a link brings its flow`, async (t) => {
    const { customer, settings, until } = await converse(t);
    const channel = channels[type];
    const link = channel?.chatLink?.(channel.settings.parse(settings), "summer.1", "");
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

  test(`${type}: a whole run is never faster than the platform takes it`, async (t) => {
    const { customer, node, pageId, takenAt, countRefused } = await converse(t);
    const channel = channels[type] ?? assert.fail();
    const most = channel.pace(channel.settings.parse(anySettings)).perSecond;
    const people = Array.from({ length: 1.5 * most }, (_, number) => customer(number + 1));

    await Promise.all(people.map((each, index) => each.say(index % 2 === 0 ? "hello" : "range")));

    const messages = people.reduce((count, _, index) => count + (index % 2 === 0 ? 2 : 1), 0);
    await until(async () => (await listSent(node, pageId)).length === messages);
    assert.equal(countRefused(), 0);
    assertPace(takenAt, most);
    for (const each of people.filter((_, index) => index % 2 === 0)) assert.deepEqual(each.heard(), ["One", "Two"]);
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

  test(`${type}: webhooks that come again and in another order are one conversation, in order`, async (t) => {
    // Long enough for the slowest machine to take them all.
    const { customer, node, pageId, until: platformUntil } = await converse(t, { reorderMs: 3000 });
    const ann = customer(1);

    // The first is handled as it comes; those that follow closely are put in order.
    await ann.say("summer?");
    await ann.sayInDisorder("hello", "choose", "sizes");

    await platformUntil(() => ann.heard().length >= 4);
    await ann.say("sizes");
    await platformUntil(() => ann.heard().length >= 5);
    await until(async () => (await listSent(node, pageId)).length === 5);
    assert.deepEqual(ann.heard(), ["One", "Two", "Choose", "From S to XL", "From S to XL"]);
    assert.deepEqual(await listHeard(node, pageId), ["summer?", "hello", "choose", "sizes", "sizes"]);
  });
}

/** A machine that is held up may bring the first ones late, and so all of them closer together: some of that is forgiven. */
export function assertPace(takenAt: readonly number[], perSecond: number): void {
  const seconds = ((takenAt.at(-1) ?? 0) - (takenAt[0] ?? 0)) / 1000;
  const most = perSecond * (seconds + 0.25);
  assert.ok(takenAt.length > 2 * perSecond, "too few to tell");
  assert.ok(takenAt.length <= most, `${takenAt.length} in ${seconds} seconds, at ${perSecond} a second`);
}

/** What the customers of a page said, in the order in which it was handled. */
async function listHeard({ deps: { db } }: Node, pageId: string): Promise<string[]> {
  const turns = await db.many<{ text: string }>(sql`
    select event ->> 'text' as text from turns where page_id = ${pageId} order by id`);
  return turns.map(({ text }) => text);
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
    flow("Think", "see", {
      see: { type: "message", content: said("Let me see"), next: "wait" },
      wait: { type: "delay", seconds: 1, next: "yes" },
      yes: { type: "message", content: said("Yes"), next: null },
    }),
    flow("Range", "cards", {
      cards: {
        type: "message",
        content: {
          messages: [
            { type: "cards", elements: ["Bread", "Cake", "Tea"].map((title) => ({ title, subtitle: "Fresh" })) },
          ],
        },
        next: null,
      },
    }),
  ],
  keywords: [
    aKeyword("hello", "Hello"),
    aKeyword("choose", "Choose"),
    aKeyword("sizes", "Sizes"),
    aKeyword("order", "Order"),
    aKeyword("range", "Range"),
    aKeyword("think", "Think"),
  ],
  main_menu: [{ title: "Our sizes", flow: "Sizes" }],
  tools: [{ type: "chat_ref_url" as const, name: "Summer", ref: "summer.1", flow: "Summer", is_published: true }],
} satisfies Partial<PageFile>;
