import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { settingsFor, startLine } from "../../test/platforms/line/line.ts";
import { bodies, faultsIn, readings } from "../../test/platforms/line/requests.ts";
import type { Line } from "../../test/platforms/line/stand-in.ts";
import { aRenderContext } from "../../test/render-context.ts";
import { check, connect } from "./account.ts";
import { fetchCustomer } from "./customer.ts";
import { deliver, showTyping } from "./deliver.ts";
import { fetchMedia } from "./media.ts";
import { render } from "./render.ts";
import { Settings } from "./settings.ts";

// Our calls, checked against the forms that LINE has published. The messages of the fixtures are checked beside them.

test("every call keeps to LINE's contract, and each of them is made", async (t) => {
  const { calls, refused } = await callsOf(t);

  assert.deepEqual(
    [...calls, ...refused].flatMap(({ route, body }) => faultsIn(route, body).map((fault) => `${route}: ${fault}`)),
    [],
  );
  assert.deepEqual(
    [...new Set([...calls, ...refused].map(({ route }) => route))].toSorted(),
    [...Object.keys(bodies), ...readings].toSorted(),
  );
});

const user = `U${"0".repeat(31)}7`;
const press = { type: "postback", label: "More", data: "b1.0", displayText: "More" };
const bubble = (action: object) => ({
  type: "bubble",
  footer: { type: "box", layout: "vertical", contents: [{ type: "button", action }] },
});
const flex = (contents: object) => ({ type: "flex", altText: "More", contents });
const wrong: [fault: string, message: object][] = [
  ["an unknown kind", { type: "hologram" }],
  ["no text", { type: "text" }],
  ["an empty text", { type: "text", text: "" }],
  ["a text that is too long", { type: "text", text: "x".repeat(5001) }],
  ["an unknown member", { type: "text", text: "Hello", buttons: [] }],
  [
    "a picture without https",
    { type: "image", originalContentUrl: "http://a.example/1", previewImageUrl: "https://a" },
  ],
  ["a picture without a preview", { type: "image", originalContentUrl: "https://a.example/1.jpg" }],
  ["audio without its length", { type: "audio", originalContentUrl: "https://a.example/1.mp3" }],
  ["a label that is too long", flex(bubble({ ...press, label: "x".repeat(21) }))],
  ["data that is too long", flex(bubble({ ...press, data: "x".repeat(301) }))],
  ["an address that is none", flex(bubble({ type: "uri", label: "More", uri: "shop.example" }))],
  ["a bubble without a block", flex({ type: "bubble" })],
  ["thirteen bubbles", flex({ type: "carousel", contents: Array.from({ length: 13 }, () => bubble(press)) })],
  [
    "fourteen quick replies",
    {
      type: "text",
      text: "Hello",
      quickReply: { items: Array.from({ length: 14 }, () => ({ type: "action", action: press })) },
    },
  ],
];
for (const [fault, message] of wrong) {
  test(`the contract finds ${fault}`, () => {
    const faults = faultsIn("POST /v2/bot/message/push", { to: user, messages: [message] });

    assert.notDeepEqual(faults, []);
  });
}

test("the stand-in refuses what LINE would refuse", async (t) => {
  const line = await startLine(t);
  line.person(7);
  const messages = [{ type: "text", text: "Hello" }];
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const given = { "content-type": "application/json", authorization: `Bearer ${line.channel.token}`, ...headers };
    const answer = await fetch(line.origin + path, { method: "POST", headers: given, body: JSON.stringify(body) });
    return [answer.status, ((await answer.json()) as { message: string }).message];
  };

  assert.deepEqual(await call("/v2/bot/message/push", { to: user, messages: [] }), [
    400,
    "The request body has 1 error(s)",
  ]);
  assert.deepEqual(await call("/v2/bot/message/push", { to: user, messages: Array(6).fill(messages[0]) }), [
    400,
    "The request body has 1 error(s)",
  ]);
  assert.deepEqual(await call("/v2/bot/message/push", { to: user, messages }, { "x-line-retry-key": "again" }), [
    400,
    "The retry key is invalid",
  ]);
  assert.deepEqual(await call("/v2/bot/message/reply", { replyToken: "made up", messages }), [
    400,
    "Invalid reply token",
  ]);
  assert.deepEqual(await call("/v2/bot/chat/loading/start", { chatId: user, loadingSeconds: 7 }), [
    400,
    "The request body has 1 error(s)",
  ]);
  assert.deepEqual(await call("/v2/bot/message/shout", {}), [404, "Not found"]);
  assert.deepEqual(line.sent, []);
});

/** Connecting, typing, a profile, a file, and messages both ways, as a stand-in received them. */
async function callsOf(t: TestContext): Promise<Pick<Line, "calls" | "refused">> {
  const line = await startLine(t);
  line.quota = 200;
  const settings = Settings.parse(settingsFor(line));
  const ann = line.person(7);
  const { replyToken: token } = ann.saying("hello") as unknown as { replyToken: string };
  const reply = { token, until: Date.now() + 60_000 };
  const url = `https://banter.example/webhooks/ln_${line.channel.id}`;

  await connect(settings, url);
  await check(settings, url);
  await assert.rejects(check({ ...settings, accessToken: "another" }, url));
  await showTyping(ann.psid, settings);
  await fetchCustomer(ann.psid, settings);
  for (const more of [{ reply }, {}]) {
    const calls = render({ type: "text", text: "Hello", ...more }, aRenderContext(ann.psid), settings);
    for (const call of calls) await deliver(call, settings);
  }
  const id = line.files.keep({ bytes: Buffer.from("a picture"), contentType: "image/jpeg" });
  const { bytes } = await fetchMedia({ id }, { signal: t.signal, range: null }, settings);
  bytes.destroy();
  return line;
}
