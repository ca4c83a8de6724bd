import assert from "node:assert/strict";
import { test } from "node:test";
import { SendError, type SendFailure } from "../../outbound/send-error.ts";
import { settingsFor, startLine } from "../../test/platforms/line/line.ts";
import type { Line, Trouble } from "../../test/platforms/line/stand-in.ts";
import { fetchCustomer } from "./customer.ts";
import { deliver, showTyping } from "./deliver.ts";
import type { LineCall } from "./render.ts";
import { Settings } from "./settings.ts";

const isA = (failure: SendFailure) => (error: unknown) => error instanceof SendError && error.failure === failure;

/** A call to person 7, with a reply token that is good for `freshMs`. */
async function aCall(t: Parameters<typeof startLine>[0], freshMs = 30_000) {
  const line = await startLine(t);
  const ann = line.person(7);
  const { replyToken } = ann.saying("hello") as unknown as { replyToken: string };
  const push: LineCall = {
    to: ann.userId,
    messages: [{ type: "text", text: "Hello" }],
    retryKey: "123e4567-e89b-82d3-a456-426614174000",
  };
  const reply: LineCall = { ...push, reply: { token: replyToken, until: Date.now() + freshMs } };
  return { line, ann, push, reply, settings: Settings.parse(settingsFor(line)) };
}

const viaOf = ({ sent }: Line) => sent.map(({ via }) => via);

test("a message is pushed with its retry key, and its id returned", async (t) => {
  const { line, push, settings } = await aCall(t);

  const delivered = await deliver(push, settings);

  assert.deepEqual(delivered, { platformId: line.sent[0]?.id, isOnce: true });
  assert.equal(line.calls[0]?.retryKey, push.retryKey);
  assert.deepEqual(viaOf(line), ["push"]);
});

test("several messages of a call have several ids", async (t) => {
  const { line, push, settings } = await aCall(t);
  const messages = ["One", "Two"].map((text) => ({ type: "text", text }) as const);

  const { platformId } = await deliver({ ...push, messages }, settings);

  assert.equal(platformId, line.sent.map(({ id }) => id).join(" "));
});

test("a fresh token is used to reply, without a retry key", async (t) => {
  const { line, reply, settings } = await aCall(t);

  const delivered = await deliver(reply, settings);

  assert.deepEqual(delivered, { platformId: line.sent[0]?.id, isOnce: true });
  assert.equal(line.calls[0]?.retryKey, undefined);
  assert.deepEqual(viaOf(line), ["reply"]);
});

test("an old token is not tried", async (t) => {
  const { line, reply, settings } = await aCall(t, -1);

  await deliver(reply, settings);

  assert.deepEqual([viaOf(line), line.refused], [["push"], []]);
});

test("a token that LINE does not accept leads to a push", async (t) => {
  const { line, reply, settings } = await aCall(t);
  line.now = () => Date.now() + 61_000;

  const delivered = await deliver(reply, settings);

  // It is not known whether an earlier attempt has used the token.
  assert.deepEqual(delivered, { platformId: line.sent[0]?.id });
  assert.deepEqual(viaOf(line), ["push"]);
});

test("a reply without an answer is repeated without a duplicate", async (t) => {
  const { line, reply, settings } = await aCall(t);
  line.trouble = () => ({ reset: true });

  await assert.rejects(deliver(reply, settings), isA("timeout"));
  line.trouble = () => undefined;
  const delivered = await deliver(reply, settings);

  assert.deepEqual(delivered, { platformId: null, isOnce: true });
  assert.deepEqual(viaOf(line), ["reply"]);
});

test("a reply that LINE answers with a fault may have arrived", async (t) => {
  const { line, reply, settings } = await aCall(t);
  line.trouble = () => ({ refuse: { status: 500, message: "Internal Server Error" } });

  await assert.rejects(deliver(reply, settings), isA("timeout"));
  line.trouble = () => undefined;
  const delivered = await deliver(reply, settings);

  assert.deepEqual(delivered, { platformId: line.sent[0]?.id, isOnce: true });
  assert.deepEqual(viaOf(line), ["reply"]);
});

test("a push is repeated without a duplicate, whatever its answer was", async (t) => {
  const { line, push, settings } = await aCall(t);
  line.trouble = () => ({ reset: true });

  await assert.rejects(deliver(push, settings), isA("timeout"));
  const delivered = await deliver(push, settings);

  assert.deepEqual(delivered, { platformId: line.sent[0]?.id, isOnce: true });
  assert.equal(line.sent.length, 1);
  assert.deepEqual(
    line.refused.map(({ status, message }) => [status, message]),
    [[409, "The retry key is already accepted"]],
  );
});

const refusals: [refuse: NonNullable<Trouble["refuse"]>, failure: SendFailure, retryAfterSeconds?: number][] = [
  [{ status: 429, message: "Rate limit", headers: { "retry-after": "7" } }, "throttled", 7],
  [{ status: 429, message: "You have reached your monthly limit." }, "rejected"],
  [{ status: 403, message: "Not available for your account" }, "bad_settings"],
  [{ status: 500, message: "Internal Server Error" }, "platform_error"],
];
for (const [refuse, failure, retryAfterSeconds] of refusals) {
  test(`a push refused with ${refuse.status} ${refuse.message} is ${failure}`, async (t) => {
    const { line, push, settings } = await aCall(t);
    line.trouble = () => ({ refuse });

    const error = await deliver(push, settings).catch((error) => error);

    assert.ok(isA(failure)(error));
    assert.equal(error.retryAfterSeconds, retryAfterSeconds);
  });
}

test("an unknown person cannot be reached, and a wrong token is an error of the settings", async (t) => {
  const { push, settings } = await aCall(t);

  await assert.rejects(deliver({ ...push, to: `U${"9".repeat(32)}` }, settings), isA("blocked_by_customer"));
  await assert.rejects(deliver(push, { ...settings, accessToken: "revoked" }), isA("bad_settings"));
});

test("an unreachable server is worth a retry", async (t) => {
  const { push, reply, settings } = await aCall(t);

  for (const call of [push, reply])
    await assert.rejects(deliver(call, { ...settings, apiUrl: "http://127.0.0.1:1" }), isA("unreachable"));
});

test("the customer sees that an answer is being written", async (t) => {
  const { line, ann, settings } = await aCall(t);

  await showTyping(ann.psid, settings);

  assert.deepEqual(
    line.calls.map(({ route, body }) => [route, body]),
    [["POST /v2/bot/chat/loading/start", { chatId: ann.userId, loadingSeconds: 5 }]],
  );
});

test("LINE tells a person's name, picture and language", async (t) => {
  const { line, settings } = await aCall(t);
  const bob = line.person(8, { displayName: "Bob 🐟", language: "th" });

  assert.deepEqual(await fetchCustomer(bob.psid, settings), { firstName: "Bob 🐟", locale: "th" });
  await assert.rejects(fetchCustomer(`ln_U${"9".repeat(32)}`, settings), isA("rejected"));
});
