import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../../../store/db/sql.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const node = await testNode({ after });
const { deps, baseUrl } = node;

/** A page without flows, whose owner is in the inbox, and a visitor who has written. */
async function aTalk(...texts: string[]) {
  const owner = await aMember(deps, { name: "Olga" });
  const pageId = await aPageOf(deps, owner);
  const { api } = await signedIn(baseUrl, owner);
  const ann = await aVisitor(baseUrl, pageId);
  const params = { page_id: pageId, psid: ann.psid };
  const list = async (query: { limit?: number } = {}) =>
    (await api("GET /pages/:page_id/conversations/:psid/messages", { params, query })).messages;
  for (const text of texts) await ann.say(text);
  await until(async () => (await list()).length === texts.length);
  const ids = (await list()).map(({ id }) => id);
  const write = (text: string, replyTo?: number) =>
    api("POST /pages/:page_id/conversations/:psid/messages", {
      params,
      body: { content: { messages: [{ type: "text", text }] }, ...(replyTo !== undefined && { reply_to: replyTo }) },
    });
  const react = (messageId: number, emoji: string | null) =>
    api("PUT /pages/:page_id/conversations/:psid/messages/:message_id/reaction", {
      params: { ...params, message_id: messageId },
      body: { emoji },
    });
  const line = async () => (await api("GET /pages/:page_id/conversations/:psid", { params })).conversation;
  return { owner, pageId, api, ann, params, ids, list, write, react, line };
}

test("an answer quotes the customer's message, for members and for the customer", async () => {
  const { ann, ids, list, write } = await aTalk("How much is it?", "And are you open?");
  const [price = 0] = ids;

  const { messages } = await write("Two euros", price);
  await write("Yes, until nine");

  const quoted = { id: price, text: "How much is it?" };
  assert.deepEqual(
    messages.map(({ content, quoted }) => ({ content, quoted })),
    [{ content: { type: "text", text: "Two euros" }, quoted }],
  );
  assert.deepEqual(
    (await list()).map((message) => message.quoted),
    [null, null, quoted, null],
  );
  // The quoted message is further back than the ones that are read.
  assert.deepEqual((await list({ limit: 2 }))[0]?.quoted, quoted);
  const heard = await ann.hear((all) => all.some(({ text }) => text === "Yes, until nine"));
  assert.deepEqual(
    heard.filter(({ from }) => from === "page").map((message) => (message as { quoted?: object }).quoted),
    [quoted, undefined],
  );
});

test("only a message of the customer in this conversation can be answered or reacted to", async () => {
  const { ids, list, write, react, pageId } = await aTalk("Hello");
  const other = await aTalk("Elsewhere");
  const [hello = 0] = ids;
  await write("Hi");
  const [, own] = await list();

  for (const id of [other.ids[0] ?? 0, own?.id ?? 0, 999_999_999]) {
    const refusal = { status: 404, code: "not_found", message: /sent no such message/ };
    await assert.rejects(write("No", id), refusal);
    await assert.rejects(react(id, "👍"), refusal);
  }
  await deps.db.count(sql`
    update turns set event = ${JSON.stringify({ type: "message", text: "", isDeleted: true })}::json
     where page_id = ${pageId} and id = ${hello}`);
  const gone = { status: 409, code: "conflict", message: /deleted this message/ };
  await assert.rejects(write("No", hello), gone);
  await assert.rejects(react(hello, "👍"), gone);
  assert.equal((await list()).length, 2);
});

test("the words of a quoted message are forgotten with it", async () => {
  const { pageId, ids, list, write } = await aTalk("My card is 4111");
  const [card = 0] = ids;
  await write("Do not send such numbers", card);

  await deps.db.count(sql`
    update turns set event = ${JSON.stringify({ type: "message", text: "", isDeleted: true })}::json
     where page_id = ${pageId} and id = ${card}`);

  assert.deepEqual((await list()).at(-1)?.quoted, { id: card, text: "" });
});

test("a reaction is stored in order, reaches the customer, and answers nothing", async () => {
  const { owner, ann, ids, list, react, line } = await aTalk("Thank you!");
  const [thanks = 0] = ids;
  await until(async () => (await line()).unread === 1);

  const { messages } = await react(thanks, "❤️");
  await react(thanks, "👍");
  await react(thanks, null);

  assert.deepEqual(
    messages.map(({ from, author, content, state }) => ({ from, author, content, state })),
    [
      {
        from: "person",
        author: { user_id: owner.userId, name: "Olga" },
        content: { type: "reaction", emoji: "❤️", about: { id: thanks } },
        state: "sent",
      },
    ],
  );
  const heard = await ann.hear((all) => all.length === 4);
  assert.deepEqual(
    heard.slice(1).map(({ id: _, ...message }) => ({ ...message, at: undefined })),
    ["❤️", "👍", null].map((emoji) => ({
      ...{ at: undefined, from: "page", type: "reaction" },
      ...{ message_id: thanks, emoji },
    })),
  );
  assert.equal((await list()).length, 4);
  const { unread, last, paused } = await line();
  assert.deepEqual(
    { unread, last, paused },
    {
      unread: 1,
      last: { from: "customer", text: "Thank you!", kind: "text" },
      paused: null,
    },
  );
});

test("a reaction is one emoji", async () => {
  const { ids, react } = await aTalk("Hello");

  for (const emoji of ["", "nice", "👍👍", "<b>"])
    await assert.rejects(react(ids[0] ?? 0, emoji), { status: 400, code: "invalid_field" }, emoji);
});

test("who may only read can neither answer nor react", async () => {
  const { owner, ids, params } = await aTalk("Hello");
  const viewer = await aMember(deps, { role: "viewer", workspaceId: owner.workspaceId });
  const { api } = await signedIn(baseUrl, viewer);

  await assert.rejects(
    api("PUT /pages/:page_id/conversations/:psid/messages/:message_id/reaction", {
      params: { ...params, message_id: ids[0] ?? 0 },
      body: { emoji: "👍" },
    }),
    { status: 403 },
  );
});

test("bold words and links reach the web chat as such", async () => {
  const { api, ann, params } = await aTalk("Hello");
  const text = "*Open* until [nine](https://shop.example/hours)";

  await api("POST /pages/:page_id/conversations/:psid/messages", {
    params,
    body: { content: { messages: [{ type: "text", text, markup: true }] } },
  });

  const heard = await ann.hear((all) => all.some(({ from }) => from === "page"));
  const { text: words, marks } = heard.at(-1) as { text?: string; marks?: { type: string }[] };
  assert.deepEqual([words, marks?.map(({ type }) => type)], ["Open until nine", ["bold", "link"]]);
});
