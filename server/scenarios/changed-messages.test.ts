import assert from "node:assert/strict";
import { test } from "node:test";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { channels } from "../channels/index.ts";
import { listConversationMessages, listInbox } from "../domain/conversations/inbox.ts";
import { lockAllDigests } from "../store/conversations/digests.ts";
import { sql } from "../store/db/sql.ts";
import { aFlow, aKeyword, aPostPage } from "../test/builders.ts";
import { isDigested } from "../test/database/digested.ts";
import { testNode } from "../test/node.ts";
import { startPlatform } from "../test/platform.ts";
import { postChannel } from "../test/post-channel.ts";
import { until } from "../test/until.ts";

const psid = "tg_7";
const userId = "00000000-0000-4000-8000-000000000001";

/** A page on the post channel, and what its inbox shows. */
async function aConversation(t: Test) {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, { channels: { ...channels, telegram: postChannel({}) } });
  const { pageId } = await aPostPage(deps, platform.origin, {
    flows: [aFlow("Hello")],
    keywords: [aKeyword("hello", "Hello")],
  });
  let count = 0;
  const tell = async (...events: MailEvent[]) => {
    const body = JSON.stringify({ events: events.map((event) => ({ id: String(++count), from: psid, event })) });
    const answer = await fetch(`${baseUrl}/webhooks/${pageId}`, {
      method: "POST",
      headers: { "x-secret": "right" },
      body,
    });
    assert.equal(answer.status, 200);
  };
  const thread = async () => (await listConversationMessages(deps, pageId, psid, { limit: 50 })).messages;
  const find = async (search: string) => {
    const { conversations } = await listInbox(deps, pageId, { filter: "all", search, limit: 10, userId });
    return conversations.length;
  };
  /** Does something that no digest sees until `isDone`. */
  const beforeDigests = (work: () => Promise<void>, isDone: () => Promise<boolean>) =>
    deps.db.transact(async (db) => {
      await lockAllDigests(db, pageId);
      await work();
      // The statement keeps the transaction from being ended as idle.
      await until(async () => (await db.count(sql`select`)) === 1 && (await isDone()));
    });
  return {
    beforeDigests,
    isDigested: async () =>
      (await isDigested(deps.db, pageId)) &&
      (await deps.db.count(sql`
        select from digests join word_digests using (page_id, through_id) where page_id = ${pageId}`)) === 1,
    platform,
    tell,
    find,
    thread,
    inputs: async () => (await thread()).flatMap(({ input }) => input ?? []),
    lastText: async () =>
      (await listInbox(deps, pageId, { filter: "all", limit: 10, userId })).conversations[0]?.last.text,
    notified: async () =>
      deps.db.many<{ text: string }>(sql`
        select text from notifications where page_id = ${pageId} and kind = 'message' order by id`),
    states: () =>
      deps.db.get<{ paused: unknown }>(sql`
        select state -> 'paused' as paused from customers where page_id = ${pageId} and psid = ${psid}`),
  };
}

const says = (key: string, text: string): MailEvent => ({ type: "message", text, key });
const edits = (platformId: string, text: string): MailEvent => ({ type: "edit", platformId, text });

test("an edited message shows its new text everywhere, and starts nothing", async (t) => {
  const { platform, tell, inputs, find, lastText, thread } = await aConversation(t);

  await tell(says("m1", "two umbrellas"));
  await until(async () => (await find("umbrellas")) === 1);
  await tell(edits("m1", "three candles"), edits("m1", "hello candles"));

  await until(async () => (await inputs())[0]?.is_edited === true);
  assert.deepEqual(
    (await inputs()).map(({ text, is_edited }) => [text, is_edited]),
    [["hello candles", true]],
  );
  await until(async () => (await lastText()) === "hello candles");
  assert.deepEqual([await find("umbrellas"), await find("candles")], [0, 1]);
  assert.equal((await thread()).length, 1);
  assert.equal(platform.received.length, 0);
});

test("an edit in the same webhook as its message, or of a message that was deleted, is no new message", async (t) => {
  const { tell, inputs } = await aConversation(t);

  await tell(says("m1", "one"), edits("m1", "two"), says("m2", "secret"));
  await tell({ type: "deletion", platformId: "m2" });
  await tell(edits("m2", "secret again"), edits("m9", "of nothing"));

  await until(async () => (await inputs())[1]?.is_deleted === true);
  await tell(says("m3", "end"));
  await until(async () => (await inputs()).length === 3);
  assert.deepEqual(
    (await inputs()).map(({ text }) => text),
    ["two", "", "end"],
  );
});

test("staff who edit or delete their words in the platform's inbox neither silence the bot nor leave the words", async (t) => {
  const { platform, tell, thread, find, states } = await aConversation(t);
  const echo = (platformId: string, text: string): MailEvent => ({
    ...{ type: "echo", platformId, messageId: null, isPerson: true, text },
  });

  await tell(says("m1", "hello"));
  await platform.waitFor(1);
  await tell(echo("e1", "wrong price"), echo("e2", "wrong colour"));
  await until(async () => (await find("colour")) === 1);
  await tell({ type: "resume" });
  await tell(edits("e1", "right price"), { type: "deletion", platformId: "e2" });

  const echoes = async () => (await thread()).filter(({ echo }) => echo !== null);
  await until(async () => (await echoes())[1]?.echo_change === "deleted");
  assert.deepEqual(
    (await echoes()).map(({ echo, echo_change }) => [echo, echo_change]),
    [
      ["right price", "edited"],
      ["", "deleted"],
    ],
  );
  await until(async () => (await find("colour")) === 0);
  assert.equal((await states()).paused, null);
  await tell(says("m2", "hello"));
  await platform.waitFor(2);
});

test("a deleted message is forgotten in the notifications of members too", async (t) => {
  const { tell, notified, inputs } = await aConversation(t);

  await tell({ type: "takeover", pausedSeconds: null });
  await tell(says("m1", "my card is 4111"), says("m2", "thanks"));
  await until(async () => (await notified()).length === 2);
  await tell({ type: "deletion", platformId: "m1" });

  await until(async () => (await inputs())[0]?.is_deleted === true);
  await until(async () => (await notified())[0]?.text === "");
  assert.deepEqual(
    (await notified()).map(({ text }) => text),
    ["", "thanks"],
  );
});

test("words that were edited or deleted before they were digested reach neither the inbox nor the search", async (t) => {
  const { tell, inputs, find, lastText, isDigested, beforeDigests } = await aConversation(t);
  const changes: Promise<void>[] = [];
  await tell(says("m0", "good morning"));
  await until(isDigested);

  await beforeDigests(
    async () => {
      await tell(says("m1", "two umbrellas"));
      changes.push(tell(edits("m1", "three candles")));
    },
    async () => (await inputs())[1]?.is_edited === true,
  );
  await until(isDigested);
  assert.equal(await lastText(), "three candles");
  await tell(says("m2", "and milk"));
  await until(isDigested);
  await beforeDigests(
    async () => {
      await tell(says("m3", "secret"));
      changes.push(tell({ type: "deletion", platformId: "m3" }));
    },
    async () => (await inputs())[3]?.is_deleted === true,
  );
  await Promise.all(changes);
  await until(isDigested);

  assert.equal(await lastText(), "");
  assert.deepEqual([await find("umbrellas"), await find("secret"), await find("candles")], [0, 0, 1]);
});
