import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { SettingError } from "../../outbound/send-error.ts";
import { settingsFor, startLine } from "../../test/platforms/line/line.ts";
import { check, connect } from "./account.ts";
import { line as channel } from "./index.ts";
import { Settings, verify } from "./settings.ts";

const secret = "0123456789abcdef0123456789abcdef";

test("a page is connected to its channel, and LINE sends webhooks to it", async (t) => {
  const line = await startLine(t);
  const settings = Settings.parse(settingsFor(line));
  const url = "https://banter.example/webhooks/ln_2000123456";

  await connect(settings, url);
  const connected = await check(settings, url);
  line.usesWebhook = false;
  const switchedOff = await check(settings, url);

  assert.deepEqual(connected, []);
  assert.deepEqual(switchedOff, [
    "LINE sends no webhooks: switch on “Use webhook” in the channel's Messaging API settings at LINE.",
  ]);
});

test("a check tells when the messages of the plan are used up", async (t) => {
  const line = await startLine(t);
  const settings = Settings.parse(settingsFor(line));
  const url = "https://banter.example/webhooks/ln_2000123456";
  await connect(settings, url);

  line.quota = 0;
  const usedUp = await check(settings, url);
  line.quota = null;
  const unlimited = await check(settings, url);

  assert.deepEqual(usedUp, [
    "The account has sent all 0 messages of its plan for this month: only first answers to customers arrive.",
  ]);
  assert.deepEqual(unlimited, []);
});

const wrong: [setting: string, changes: Partial<Settings>, pageId: string, words: RegExp][] = [
  ["accessToken", { accessToken: "revoked" }, "ln_2000123456", /does not accept the channel access token/],
  ["accessToken", {}, "ln_1999999999", /belongs to channel 2000123456, not to this page's 1999999999/],
  ["channelSecret", { channelSecret: "f".repeat(32) }, "ln_2000123456", /is not this channel's/],
  ["lineId", { lineId: "@another" }, "ln_2000123456", /LINE ID is @corner\.shop, not @another/],
];
for (const [setting, changes, pageId, words] of wrong) {
  test(`a wrong ${setting} is refused: ${words.source}`, async (t) => {
    const line = await startLine(t);
    const settings = { ...Settings.parse(settingsFor(line)), ...changes };

    const error = await connect(settings, `https://banter.example/webhooks/${pageId}`).catch((error) => error);

    assert.ok(error instanceof SettingError);
    assert.equal(error.setting, setting);
    assert.match(error.message, words);
    assert.ok(!error.message.includes(settings.channelSecret));
  });
}

test("the LINE ID may be written in capitals", async (t) => {
  const line = await startLine(t);
  const settings = Settings.parse({ ...settingsFor(line), lineId: "@Corner.Shop" });

  await connect(settings, "https://banter.example/webhooks/ln_2000123456");
});

test("a webhook is signed with the channel secret over its bytes", () => {
  const body = Buffer.from('{"destination":"U1","events":[]}');
  const sign = (key: string) => createHmac("sha256", key).update(body).digest("base64");
  const signed = (signature: string | undefined) =>
    verify({ headers: { "x-line-signature": signature }, body }, secret);

  assert.equal(signed(sign(secret)), true);
  assert.equal(signed(sign("another")), false);
  assert.equal(signed(undefined), false);
  assert.match(sign(secret), channel.inbound?.webhook.signature.form ?? /^$/);
});

test("a link opens the chat, with the words that bring the ref back", () => {
  const settings = channel.settings.parse({ channelSecret: secret, accessToken: "token", lineId: "@corner.shop" });

  assert.equal(channel.links.chat(settings, null, ""), "https://line.me/R/ti/p/%40corner.shop");
  assert.equal(
    channel.links.chat(settings, "summer.1", ""),
    "https://line.me/R/oaMessage/%40corner.shop/?%2Fstart%20summer.1",
  );
});

test("settings of a wrong form are refused with a sentence", () => {
  const good = { channelSecret: secret, accessToken: "token", lineId: "@corner.shop" };
  const wordsOf = (changes: object) => Settings.safeParse({ ...good, ...changes }).error?.issues[0]?.message;

  assert.equal(wordsOf({}), undefined);
  assert.equal(wordsOf({ channelSecret: "short" }), "must be the channel secret, 32 hexadecimal digits");
  assert.equal(wordsOf({ accessToken: "a b" }), "must be the channel access token, without spaces");
  assert.equal(wordsOf({ lineId: "corner.shop" }), "must be the account's LINE ID with the @");
  assert.equal(wordsOf({ videoPicture: "http://a.example/1.jpg" }), "must be the https address of a picture");
});
