import assert from "node:assert/strict";
import { test } from "node:test";
import { addMessages, countUnread, newestId, newestReceipt, type Outgoing, openQuickReplies } from "./conversation.ts";
import { type Message, readMessage } from "./message.ts";

const aMessage = (id: number, fields: object = {}): Message =>
  readMessage({ id, at: "2026-11-15T09:00:00.000Z", from: "page", type: "text", text: `${id}`, ...fields }) as Message;
const anOutgoing = (key: string): Outgoing => ({ key, at: "", text: key, state: "accepted" });

test("messages are kept once and in the order of their ids", () => {
  const first = addMessages({ messages: [], outbox: [] }, [aMessage(3), aMessage(1), aMessage(3)]);
  const second = addMessages(first, [aMessage(2), aMessage(1), aMessage(4)]);

  assert.deepEqual(
    second.messages.map(({ id }) => id),
    [1, 2, 3, 4],
  );
});

test("a known message changes nothing", () => {
  const conversation = addMessages({ messages: [], outbox: [] }, [aMessage(1)]);

  assert.equal(addMessages(conversation, [aMessage(1)]).messages, conversation.messages);
});

test("a message of the visitor leaves the outbox when the stream returns it", () => {
  const conversation = { messages: [], outbox: [anOutgoing("a"), anOutgoing("b")] };

  const { outbox } = addMessages(conversation, [aMessage(1, { from: "visitor", key: "a" })]);

  assert.deepEqual(
    outbox.map(({ key }) => key),
    ["b"],
  );
});

test("quick replies stay until the visitor writes", () => {
  const asking = aMessage(1, {
    quick_replies: [{ type: "reply", title: "Yes", payload: "y" }, { type: "email" }, { type: "new" }],
  });
  const own = aMessage(3, { from: "visitor" });
  const count = (messages: Message[], outbox: Outgoing[] = []) => openQuickReplies({ messages, outbox }).length;

  assert.equal(count([asking]), 2);
  assert.equal(count([asking, aMessage(2)]), 2);
  assert.equal(count([asking], [anOutgoing("a")]), 0);
  assert.equal(count([asking, aMessage(2), own]), 0);
});

test("a message of an unknown type is kept and not shown", () => {
  const messages = [aMessage(1), aMessage(2, { type: "hologram", text: undefined })];

  assert.equal(newestId(messages), 2);
  assert.equal(countUnread(messages, 0), 1);
});

test("malformed messages do no harm", () => {
  for (const value of [null, 1, "x", [], {}, { id: "1" }, { id: 1.5 }]) assert.equal(readMessage(value), undefined);
  const broken = readMessage({
    id: 1,
    type: "cards",
    elements: [{ title: {} }, 5],
    buttons: "x",
    text: {},
    quick_replies: {},
  });

  assert.deepEqual(broken?.type === "cards" && broken.cards, []);
  assert.deepEqual(readMessage({ id: 1, type: "text", text: { __html: "<b>" } })?.type, "unknown");
});

test("the visitor's newest message is seen once a member has read it or the page has answered", () => {
  const ours = aMessage(2, { from: "visitor", key: "k" });
  const receipt = (messages: Message[], readThrough = 0, outbox: Outgoing[] = []) =>
    newestReceipt({ messages, outbox }, readThrough);

  assert.equal(receipt([aMessage(1)]), undefined);
  assert.deepEqual(receipt([aMessage(1), ours]), { key: "k", isSeen: false });
  assert.deepEqual(receipt([aMessage(1), ours], 1), { key: "k", isSeen: false });
  assert.deepEqual(receipt([aMessage(1), ours], 2), { key: "k", isSeen: true });
  assert.deepEqual(receipt([ours, aMessage(3)]), { key: "k", isSeen: true });
  assert.deepEqual(receipt([ours, aMessage(3)], 2, [anOutgoing("next")]), { key: "next", isSeen: false });
  assert.equal(receipt([ours], 2, [{ ...anOutgoing("next"), state: "sending" }]), undefined);
});
