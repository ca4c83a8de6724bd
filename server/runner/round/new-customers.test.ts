import assert from "node:assert/strict";
import { test } from "node:test";
import { webchat } from "../../channels/webchat/index.ts";
import { postChannel } from "../../test/post-channel.ts";
import { mayMakeCustomer } from "./new-customers.ts";

const erasedAt = 1000;
const onTelegram = { channel: postChannel() };
const onWebChat = { channel: webchat };

test("an unknown person becomes a customer by what they do, and by a send or an import that names a stranger", () => {
  const makes = (event: Parameters<typeof mayMakeCustomer>[0]) =>
    mayMakeCustomer(event, { psid: "tg_1", erasedAt: null }, onTelegram);

  assert.deepEqual(
    [makes({ type: "message" }), makes({ type: "comment" }), makes({ type: "send_flow" })],
    [true, true, true],
  );
  assert.deepEqual([makes({ type: "edit_customer" }), makes({ type: "edit_customer", isNew: true })], [false, true]);
  assert.deepEqual(
    [makes({ type: "person_message" }), makes({ type: "start_flow" }), makes({ type: "timer" })],
    [false, false, false],
  );
});

test("an erased person comes back by themselves, or by work that has begun since", () => {
  const makes = (event: Parameters<typeof mayMakeCustomer>[0]) =>
    mayMakeCustomer(event, { psid: "tg_1", erasedAt }, onTelegram);

  assert.deepEqual(
    [makes({ type: "message" }), makes({ type: "payload" }), makes({ type: "referral" })],
    [true, true, true],
  );
  assert.deepEqual([makes({ type: "send_flow" }), makes({ type: "send_flow", isNew: true })], [false, true]);
  assert.equal(makes({ type: "edit_customer", isNew: true, since: erasedAt - 1 }), false);
  assert.equal(makes({ type: "edit_customer", isNew: true, since: erasedAt + 1 }), true);
  // A message that a person of the page has written in the platform's own inbox.
  assert.equal(makes({ type: "echo" }), false);
});

test("an erased visitor of the web chat does not come back under the same psid", () => {
  assert.equal(mayMakeCustomer({ type: "message" }, { psid: "web_1", erasedAt }, onWebChat), false);
  assert.equal(mayMakeCustomer({ type: "message" }, { psid: "web_1", erasedAt: null }, onWebChat), true);
});

test("an erased contact is made again by work that has begun since, on every channel", () => {
  const makes = (since: number) =>
    mayMakeCustomer({ type: "edit_customer", isNew: true, since }, { psid: "contact_1", erasedAt }, onWebChat);

  assert.deepEqual([makes(erasedAt - 1), makes(erasedAt + 1)], [false, true]);
});
