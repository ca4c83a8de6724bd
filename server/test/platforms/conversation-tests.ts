import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { channels } from "../../channels/index.ts";
import type { Config } from "../../config/config.ts";
import type { Node } from "../../node.ts";
import { sql } from "../../store/db/sql.ts";
import { until } from "../until.ts";
import { anySettings } from "./any-settings.ts";
import { testInbox } from "./inbox-tests.ts";
import { aConversation, type Conversation, type Platform } from "./scenario.ts";

/** The tests of a conversation that every platform must pass. */
export function testConversations(type: ChannelType, start: (t: Test) => Promise<Platform>): void {
  const converse = async (t: Test, config: Partial<Config> = {}) => aConversation(t, type, await start(t), config);
  testAnswers(type, converse);
  testHappenings(type, converse);
  testDelivery(type, converse);
  testInbox(type, converse);
}

type Converse = (t: Test, config?: Partial<Config>) => Promise<Conversation>;

function testAnswers(type: ChannelType, converse: Converse): void {
  test(`${type}: a keyword is answered by two messages, in order`, async (t) => {
    const { customer, until } = await converse(t);
    const ann = customer(1);

    await ann.say("hello");

    await until(() => ann.heard().length >= 2);
    assert.deepEqual(ann.heard(), ["One", "Two"]);
  });

  test(`${type}: a button starts its flow, also when it is old`, async (t) => {
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

  test(`${type}: a question is answered by a text or a quick reply`, async (t) => {
    const { customer, until } = await converse(t);
    const [ann, bob] = [customer(1), customer(2)];
    await Promise.all([ann.say("order"), bob.say("order")]);
    await until(() => ann.heard().length >= 1 && bob.heard().length >= 1);

    await Promise.all([ann.say("green"), bob.press("Red")]);

    await until(() => ann.heard().length >= 2 && bob.heard().length >= 2);
    assert.deepEqual(ann.heard(), ["Which colour?", "A green one for you"]);
    assert.deepEqual(bob.heard(), ["Which colour?", "A Red one for you"]);
  });

  test(`${type}: bold words and links are shown as the platform can`, async (t) => {
    const { customer, until } = await converse(t);
    const ann = customer(1);

    await ann.say("where");

    await until(() => ann.heard().length >= 1);
    const [heard = ""] = ann.heard();
    if (channelFacts[type].showsMarks) assert.match(heard, /^\W?Here\W?, see the map/);
    else assert.match(heard, /^Here, see the map \(https:\/\/maps\.example\/1\) of \S+ town$/);
  });

  const typing = channels[type]?.outbound?.typing;
  test(`${type}: a short wait shows a typing indicator, if there is one`, async (t) => {
    const { customer, until, countTyping, countRefused } = await converse(t);
    const ann = customer(1);

    await ann.say("think");

    await until(() => ann.heard().length >= 2);
    assert.deepEqual(ann.heard(), ["Let me see", "Yes"]);
    assert.deepEqual([countTyping(), countRefused()], [typing ? 1 : 0, 0]);
  });

  const hasLinks = channelFacts[type].tools.includes("chat_ref_url");
  test(`${type}: a link starts its flow`, { skip: !hasLinks && "links bring nothing back" }, async (t) => {
    const { customer, settings, until } = await converse(t);
    const channel = channels[type];
    const link = channel?.links.chat(channel.settings.parse(settings), "summer.1", "");
    const ann = customer(1);

    assert.ok(link);
    await ann.follow(link);

    await until(() => ann.heard().length >= 1);
    assert.deepEqual(ann.heard(), ["Summer sale!"]);
  });
}

function testHappenings(type: ChannelType, converse: Converse): void {
  const { tools } = channelFacts[type];
  if (tools.includes("reaction"))
    test(`${type}: a reaction starts the flow of the tool that waits for it, other reactions start nothing`, async (t) => {
      const { customer, until } = await converse(t);
      const ann = customer(1);
      await ann.say("sizes");
      await until(() => ann.heard().length >= 1);

      await ann.react?.("👎");
      await ann.react?.("❤");

      await until(() => ann.heard().length >= 2);
      assert.deepEqual(ann.heard(), ["From S to XL", "Summer sale!"]);
    });

  if (tools.includes("location"))
    test(`${type}: a location starts the flow of the tool that waits for it`, async (t) => {
      const { customer, until } = await converse(t);
      const ann = customer(1);

      await ann.sendPlace?.();

      await until(() => ann.heard().length >= 1);
      assert.deepEqual(ann.heard(), ["From S to XL"]);
    });
}

function testDelivery(type: ChannelType, converse: Converse): void {
  test(`${type}: throttling delays messages without losing or reordering any`, async (t) => {
    const { customer, until, failNext } = await converse(t);
    const ann = customer(1);
    failNext("throttle");

    await ann.say("hello");
    await ann.say("choose");

    await until(() => ann.heard().length >= 3);
    assert.deepEqual(ann.heard(), ["One", "Two", "Choose"]);
  });

  test(`${type}: messages are never sent faster than the platform allows`, async (t) => {
    const { customer, node, pageId, takenAt, countRefused } = await converse(t);
    const channel = channels[type] ?? assert.fail();
    const { perSecond } = channel.outbound?.pace(channel.settings.parse(anySettings)) ?? assert.fail();
    const people = Array.from({ length: 1.5 * perSecond }, (_, number) => customer(number + 1));

    await Promise.all(people.map((each, index) => each.say(index % 2 === 0 ? "hello" : "range")));

    const messages = people.reduce((count, _, index) => count + (index % 2 === 0 ? 2 : 1), 0);
    await until(async () => (await listSent(node, pageId)).length === messages);
    assert.equal(countRefused(), 0);
    assertPace(takenAt, perSecond);
    for (const each of people.filter((_, index) => index % 2 === 0)) assert.deepEqual(each.heard(), ["One", "Two"]);
  });

  test(`${type}: a message whose answer was lost is marked as a possible duplicate`, async (t) => {
    const { customer, node, pageId, failNext } = await converse(t);
    const ann = customer(1);
    failNext("lost_answer");

    await ann.say("sizes");

    await until(async () => (await listSent(node, pageId)).length === 1);
    const [message] = await listSent(node, pageId);
    assert.equal(ann.heard().length > 1, message?.possibleDuplicate);
    assert.deepEqual(new Set(ann.heard()), new Set(["From S to XL"]));
  });

  test(`${type}: repeated and reordered webhooks are handled once and in order`, async (t) => {
    // Long enough for a slow machine to receive all of them.
    const { customer, node, pageId, until: platformUntil } = await converse(t, { reorderMs: 3000 });
    const ann = customer(1);

    // The first is handled at once; those that follow closely are sorted.
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

/**
 * Checks the rate with some tolerance: on a slow machine the first messages may be late, so that the others come closer
 * together.
 */
export function assertPace(takenAt: readonly number[], perSecond: number): void {
  const seconds = ((takenAt.at(-1) ?? 0) - (takenAt[0] ?? 0)) / 1000;
  const max = perSecond * (seconds + 0.25);
  assert.ok(takenAt.length > 2 * perSecond, "too few to tell");
  assert.ok(takenAt.length <= max, `${takenAt.length} in ${seconds} seconds, at ${perSecond} a second`);
}

/** The texts of the page's customers, in the order in which they were handled. */
async function listHeard({ deps: { db } }: Node, pageId: string): Promise<string[]> {
  const turns = await db.many<{ text: string }>(sql`
    select event ->> 'text' as text from turns where page_id = ${pageId} order by id`);
  return turns.map(({ text }) => text);
}

function listSent({ deps: { db } }: Node, pageId: string) {
  return db.many<{ possibleDuplicate: boolean }>(sql`
    select possible_duplicate from messages where page_id = ${pageId} and status = 'sent' order by id`);
}
