import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { aServer } from "../../test/loopback-server.ts";
import { sendErrorOf, settingsFor } from "../../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../../test/platforms/whatsapp/whatsapp.ts";
import { answerHandshake } from "../handshake.ts";
import { readStartWords } from "../start-words.ts";
import { connect } from "./account/index.ts";
import { commandName, readCommand } from "./commands.ts";
import { deliver } from "./deliver.ts";
import { whatsapp as channel } from "./index.ts";
import { setProfile } from "./profile.ts";
import type { Call } from "./render.ts";
import { Settings } from "./settings.ts";

const outbound: { name: string; expect: Call[] }[] = JSON.parse(
  readFileSync(new URL("fixtures/outbound.json", import.meta.url), "utf8"),
);

const orderReady = {
  id: "594425479261596",
  name: "order_ready",
  language: "en_US",
  status: "APPROVED" as const,
  components: [
    { type: "BODY" as const, text: "{{1}}, your order is ready." },
    {
      type: "BUTTONS" as const,
      buttons: [
        { type: "QUICK_REPLY" as const, text: "Thanks" },
        { type: "URL" as const, text: "See it", url: "https://shop.example/{{1}}" },
        { type: "QUICK_REPLY" as const, text: "Stop" },
        { type: "COPY_CODE" as const, text: "Code" },
      ],
    },
  ],
};

for (const { name, expect } of outbound.filter(({ expect }) => expect[0]?.request.type !== "template")) {
  test(`WhatsApp accepts ${name}`, async (t) => {
    const whatsapp = await startWhatsapp(t);
    for (const id of ["84901234567", "US.13491208655302741918"]) whatsapp.lastWords.set(id, Date.now());
    whatsapp.forms.push({ id: "1042", name: "Contact", status: "PUBLISHED" });
    whatsapp.products.push("bag-red", "bag-blue");

    const ids = [];
    for (const call of expect) ids.push(await deliver(call, settingsFor(whatsapp)));

    assert.deepEqual(whatsapp.refused, []);
    assert.deepEqual(
      ids,
      whatsapp.sent.map(({ id }) => ({ platformId: id })),
    );
  });
}

test("a template is sent by its number or name, with values and payloads on its buttons", async (t) => {
  const whatsapp = await startWhatsapp(t);
  whatsapp.templates = [{ ...orderReady, id: "1", name: "order_ready_2" }, orderReady];
  const settings = settingsFor(whatsapp);
  const body = { type: "body", parameters: [{ type: "text", text: "Lan" }] };
  const callFor = (id: string, keys: string[]): Call => ({
    request: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "84901234567",
      type: "template",
      template: { name: id, language: { code: "en_US" }, components: [body] },
    },
    template: {
      id,
      language: "en_US",
      buttons: keys.map((key, index) => ({ key, value: ["orders/17", "SALE"][index] ?? "" })),
      payloads: ["b1042.0", "b1042.1", "b1042.2"],
    },
  });

  await deliver(callFor("594425479261596", ["1", "3"]), settings);
  await deliver(callFor("order_ready", ["{{1}}", "{{2}}"]), settings);
  const { notes } = await deliver(callFor("order_ready", ["{{1}}", "{{2}}", "{{3}}", "9"]), settings);

  assert.deepEqual(whatsapp.refused, []);
  const templates = whatsapp.sent.map(({ request }) => Object(request).template);
  assert.deepEqual(templates[0], {
    name: "order_ready",
    language: { code: "en_US" },
    components: [
      body,
      { type: "button", sub_type: "quick_reply", index: "0", parameters: [{ type: "payload", payload: "b1042.0" }] },
      { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "orders/17" }] },
      { type: "button", sub_type: "quick_reply", index: "2", parameters: [{ type: "payload", payload: "b1042.1" }] },
      { type: "button", sub_type: "copy_code", index: "3", parameters: [{ type: "coupon_code", coupon_code: "SALE" }] },
    ],
  });
  assert.deepEqual(templates.slice(1), [templates[0], templates[0]]);
  const leftOut = { change: "left_out", part: "template_value" };
  assert.deepEqual(notes, [
    { ...leftOut, title: "9" },
    { ...leftOut, title: "{{3}}" },
  ]);
});

test("a template that does not exist is refused before it is sent", async (t) => {
  const whatsapp = await startWhatsapp(t);
  const request = { type: "template", template: { name: "gone", language: { code: "en" }, components: [] } };
  const needs = { language: "en", buttons: [], payloads: ["b1.0"] };

  const byName = await sendErrorOf(deliver({ request, template: { ...needs, id: "gone" } }, settingsFor(whatsapp)));
  const byNumber = await sendErrorOf(deliver({ request, template: { ...needs, id: "77" } }, settingsFor(whatsapp)));

  assert.deepEqual([byName.failure, byNumber.failure, whatsapp.sent], ["rejected", "rejected", []]);
});

test("responses that are not of the API are the right kind of failure", async (t) => {
  const whatsapp = await startWhatsapp(t);
  whatsapp.lastWords.set("84901234567", Date.now());
  const [call] = outbound[0]?.expect ?? [];
  assert.ok(call);
  const answers: [number, string, string][] = [
    [502, "Bad Gateway", "platform_error"],
    [429, "slow down", "throttled"],
    [401, "who are you", "bad_settings"],
    [404, "what", "rejected"],
    [200, "<html>", "timeout"],
  ];

  for (const [status, body, failure] of answers) {
    whatsapp.trouble = () => ({ raw: { status, body } });
    assert.equal((await sendErrorOf(deliver(call, settingsFor(whatsapp)))).failure, failure);
  }
  whatsapp.trouble = () => ({ reset: true });
  assert.equal((await sendErrorOf(deliver(call, settingsFor(whatsapp)))).failure, "timeout");
  whatsapp.trouble = () => ({ refuse: { code: 130429, retryAfter: 17 } });
  assert.equal((await sendErrorOf(deliver(call, settingsFor(whatsapp)))).retryAfterSeconds, 17);
});

test("the error for a bad token does not quote it", async (t) => {
  const whatsapp = await startWhatsapp(t);
  const settings = { ...settingsFor(whatsapp), accessToken: "EAAWrong" };

  const error = await sendErrorOf(connect(settings, `https://banter.example/webhooks/waba_${settings.phoneNumberId}`));

  assert.equal(error.failure, "bad_settings");
  assert.doesNotMatch(error.message, /EAAWrong/);
});

test("connecting checks the number and has webhooks sent to the page's address", async (t) => {
  const whatsapp = await startWhatsapp(t);
  const settings = settingsFor(whatsapp);
  const ours = await aServer(t, (request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? "", "http://banter").searchParams);
    const challenge = answerHandshake(channel.inbound?.webhook.handshake ?? null, query, settings);
    response.writeHead(challenge === undefined ? 403 : 200).end(challenge);
  });

  const path = `/webhooks/waba_${whatsapp.number.id}`;
  const deaf = await aServer(t, (_, response) => response.writeHead(403).end());

  const ofOtherPage = await sendErrorOf(connect(settings, `${ours.origin}/webhooks/waba_1`));
  const ofOtherNumber = await sendErrorOf(connect({ ...settings, phoneNumber: "84901234567" }, ours.origin + path));
  await connect(settings, ours.origin + path);
  const unheard = await sendErrorOf(connect(settings, deaf.origin + path));

  assert.deepEqual(
    [ofOtherPage, ofOtherNumber, unheard].map(({ failure }) => failure),
    ["bad_settings", "bad_settings", "rejected"],
  );
  assert.equal(whatsapp.webhookUrl, ours.origin + path);
});

test("prompts and commands are set; if four prompts are refused, three", async (t) => {
  const whatsapp = await startWhatsapp(t);
  const settings = settingsFor(whatsapp);
  const iceBreakers = ["One?", "Two?", "Three?", "Four?"].map((title, index) => ({ title, payload: `i${index}` }));
  const profile = { greeting: "Hi", iceBreakers, mainMenu: [{ title: "Opening hours", payload: "m12" }] };

  await setProfile(profile, settings);
  const four = whatsapp.automation?.prompts.length;
  whatsapp.maxPrompts = 3;
  await setProfile(profile, settings);

  assert.deepEqual([four, whatsapp.automation?.prompts.length], [4, 3]);
  assert.deepEqual(whatsapp.automation?.commands, [
    { command_name: "opening_hours_m12", command_description: "Opening hours" },
  ]);
});

test("a chat link brings its ref back, and a command its menu item", () => {
  const settings = Settings.parse({
    phoneNumberId: "1",
    businessAccountId: "2",
    phoneNumber: "+1 555-078-3881",
    accessToken: "EAA",
    appSecret: "s",
    verifyToken: "v",
  });

  const link = channel.links.chat(settings, "poster.v-2=b", "") ?? "";
  const words = new URL(link).searchParams.get("text") ?? "";

  assert.equal(channel.links.chat(settings, null, ""), "https://wa.me/15550783881");
  assert.equal(link, "https://wa.me/15550783881?text=%2Fstart%20poster.v-2%3Db");
  assert.deepEqual(readStartWords(words), { ref: "poster.v-2=b", rest: "" });
  for (const title of ["Opening hours", "営業時間", "x".repeat(80), "Size m7", "_"])
    assert.equal(readCommand(`/${commandName(title, "m123456789")}`), "m123456789", title);
});

test("only webhooks that are signed with the app's secret are accepted", async () => {
  const bytes = '{"object":"whatsapp_business_account"}';
  const right = "sha256=03f6dd944ecab4ddac0e3dbc3923b2da4e12b03df679ae23a52efd78ca6056e0";
  const verify = (headers: Record<string, string | string[]>, body = bytes) =>
    channel.inbound?.webhook.verify({ headers, body: Buffer.from(body) }, "secret");

  assert.equal(await verify({ "x-hub-signature-256": right }), true);
  assert.equal(await verify({ "x-hub-signature-256": right }, `${bytes} `), false);
  assert.equal(await verify({ "x-hub-signature-256": [right, right] }), false);
  assert.equal(await verify({ "x-hub-signature-256": right.toUpperCase() }), false);
  assert.equal(await verify({ "x-hub-signature": right }), false);
  assert.equal(await verify({}), false);
});
