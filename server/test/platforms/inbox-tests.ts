import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { reactionsOn } from "@banter/core/channels/reactions.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { channels } from "../../channels/index.ts";
import { listConversationMessages } from "../../domain/conversations/inbox.ts";
import { reactAsPerson, writeAsPerson } from "../../domain/conversations/people.ts";
import { sql } from "../../store/db/sql.ts";
import { aMember } from "../people.ts";
import { until } from "../until.ts";
import type { Conversation, Customer } from "./scenario.ts";

/** The tests of what a member does in the inbox with a customer's messages. */
export function testInbox(type: ChannelType, converse: (t: Test) => Promise<Conversation>): void {
  testQuotes(type, converse);
  if (reactionsOn(type).length > 0) testReactions(type, converse);
  testRefusals(type, converse);
}

function testQuotes(type: ChannelType, converse: (t: Test) => Promise<Conversation>): void {
  test(`${type}: a member's answer quotes the customer's message, and only its first message does`, async (t) => {
    const { ann, inbox } = await anInbox(await converse(t));
    const sizes = await inbox.said("sizes");
    await inbox.said("thanks");

    const [first] = await inbox.write(["You asked", "for sizes"], sizes);

    await until(() => ann.heard().length === 3);
    assert.deepEqual(ann.heard(), ["From S to XL", "You asked", "for sizes"]);
    assert.deepEqual(ann.quoted(), [undefined, "sizes", undefined]);
    assert.deepEqual(first?.quoted, { id: sizes, text: "sizes" });
  });

  test(`${type}: an answer to a message that the platform has lost is sent without the quote`, async (t) => {
    const { ann, inbox, written } = await anInbox(await converse(t));
    const sizes = await inbox.said("sizes");
    written.forget(ann.psid, "sizes");

    const [first] = await inbox.write(["Here you are"], sizes);

    await until(async () => (await inbox.find(first?.id))?.state === "sent");
    assert.deepEqual([ann.heard().at(-1), ann.quoted().at(-1)], ["Here you are", undefined]);
    const { notes } = (await inbox.find(first?.id)) ?? assert.fail();
    // Some platforms leave the quote out without a word.
    assert.deepEqual(notes, isSilent(type) ? null : [{ change: "left_out", part: "quote" }]);
  });
}

const isSilent = (type: ChannelType) => type === "whatsapp";

function testReactions(type: ChannelType, converse: (t: Test) => Promise<Conversation>): void {
  test(`${type}: a member reacts, in order with the messages around it, and takes it back`, async (t) => {
    const { ann, inbox, written } = await anInbox(await converse(t));
    const sizes = await inbox.said("sizes");

    const [reaction] = await inbox.react(sizes, "❤️");
    await inbox.write(["Any questions?"]);

    await until(() => ann.heard().length === 2);
    assert.deepEqual(written.reactionsTo(ann.psid), ["sizes ❤"]);
    assert.equal(reaction?.author?.name, "Olga");
    await until(async () => (await inbox.find(reaction?.id))?.state === "sent");

    await inbox.react(sizes, null);
    await until(() => written.reactionsTo(ann.psid).length === 0);
  });

  test(`${type}: a reaction whose answer was lost is made again, and counts once`, async (t) => {
    const { ann, inbox, written, failNext } = await anInbox(await converse(t));
    const sizes = await inbox.said("sizes");
    failNext("lost_answer");

    const [reaction] = await inbox.react(sizes, "❤️");

    await until(async () => (await inbox.find(reaction?.id))?.state === "sent");
    assert.deepEqual(written.reactionsTo(ann.psid), ["sizes ❤"]);
    assert.equal((await inbox.find(reaction?.id))?.possible_duplicate, false);
  });

  test(`${type}: a reaction to a message that the platform has lost fails, and the conversation goes on`, async (t) => {
    const { ann, inbox, written } = await anInbox(await converse(t));
    const sizes = await inbox.said("sizes");
    written.forget(ann.psid, "sizes");

    const [reaction] = await inbox.react(sizes, "❤️");
    await inbox.write(["Any questions?"]);

    await until(async () => (await inbox.find(reaction?.id))?.state === "failed");
    await until(() => ann.heard().length === 2);
    assert.equal((await inbox.find(reaction?.id))?.can_retry, true);
  });
}

function testRefusals(type: ChannelType, converse: (t: Test) => Promise<Conversation>): void {
  const { reactions } = channelFacts[type];
  test(`${type}: a reaction is refused if the platform has no such reaction, or takes none any more`, async (t) => {
    const { ann, inbox, node, pageId } = await anInbox(await converse(t));
    const sizes = await inbox.said("sizes");

    if (reactions === undefined) await assert.rejects(inbox.react(sizes, "❤️"), { code: "unsupported_content" });
    if (Array.isArray(reactions)) await assert.rejects(inbox.react(sizes, "🍕"), { code: "invalid_field" });
    if (reactions === undefined || !channels[type]?.outbound?.window) return;
    await node.deps.db.count(sql`
      update customers set last_input_at = now() - interval '8 days' where page_id = ${pageId} and psid = ${ann.psid}`);
    await assert.rejects(inbox.react(sizes, "❤️"), { code: "outside_messaging_window" });
  });
}

/** A member in the inbox of the page, and a customer who has been answered by the bot. */
async function anInbox(conversation: Conversation) {
  const { node, pageId, customer, written, failNext } = conversation;
  const { deps } = node;
  const { userId } = await aMember(deps, { name: "Olga" });
  const ann = customer(1);
  const acting = { pageId, psid: ann.psid, userId };
  const list = async () => (await listConversationMessages(deps, pageId, ann.psid, { limit: 100 })).messages;
  const inbox = {
    said: (text: string) => say(ann, text, list),
    write: (texts: string[], replyTo?: number) =>
      writeAsPerson(deps, acting, {
        content: { messages: texts.map((text) => ({ type: "text", text })) },
        messageTag: null,
        replyTo,
      }),
    react: (messageId: number, emoji: string | null) => reactAsPerson(deps, acting, messageId, emoji),
    find: async (id: number | undefined) => (await list()).find((message) => message.id === id),
  };
  return { ann, inbox, node, pageId, written, failNext };
}

/** The id of the message, once it is in the conversation and the bot has answered all it will. */
async function say(ann: Customer, text: string, list: () => Promise<{ id: number; input: { text: string } | null }[]>) {
  await ann.say(text);
  const find = async () => (await list()).find(({ input }) => input?.text === text)?.id;
  await until(async () => (await find()) !== undefined);
  if (text === "sizes") await until(() => ann.heard().length === 1);
  return (await find()) ?? assert.fail();
}
