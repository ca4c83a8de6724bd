import assert from "node:assert/strict";
import { test } from "node:test";
import type { Whatsapp } from "./stand-in.ts";
import { startWhatsapp } from "./whatsapp.ts";

const phone = "84901234567";
const base = { messaging_product: "whatsapp", recipient_type: "individual", to: phone };
const text = (body: string) => ({ ...base, type: "text", text: { body } });
const interactive = (content: object) => ({ ...base, type: "interactive", interactive: content });
const button = (title: string, id = title) => ({ type: "reply", reply: { id, title } });
const buttons = (...items: object[]) =>
  interactive({ type: "button", body: { text: "Which?" }, action: { buttons: items } });
const list = (rows: object[], extra: object = {}) =>
  interactive({ type: "list", body: { text: "Which?" }, action: { button: "Choose", sections: [{ rows }] }, ...extra });
const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id: `${id}`, title: `Row ${id}` }));
const image = { type: "image", image: { link: "https://cdn.example/1.jpg" } };
const cta = (display_text: string) =>
  interactive({
    type: "cta_url",
    body: { text: "Shop" },
    action: { name: "cta_url", parameters: { display_text, url: "https://shop.example" } },
  });
const template = (name: string, parameters: object[] = []) => ({
  ...base,
  type: "template",
  template: {
    name,
    language: { code: "en" },
    components: parameters.length > 0 ? [{ type: "body", parameters }] : [],
  },
});

const refused: [string, object, number][] = [
  ["an unknown field", { ...text("hi"), mood: "good" }, 100],
  ["an unknown field further in", { ...base, type: "text", text: { body: "hi", colour: "red" } }, 100],
  ["an unknown type", { ...base, type: "poem", poem: {} }, 100],
  [
    "no recipient",
    { messaging_product: "whatsapp", recipient_type: "individual", type: "text", text: { body: "hi" } },
    100,
  ],
  ["two recipients", { ...text("hi"), recipient: "US.1" }, 100],
  ["a recipient that is no number", { ...text("hi"), to: "+84 90" }, 100],
  ["an empty text", text(""), 100],
  ["a text over 4096", text("x".repeat(4097)), 100],
  ["a caption over 1024", { ...base, type: "image", image: { ...image.image, caption: "x".repeat(1025) } }, 100],
  ["a caption under sound", { ...base, type: "audio", audio: { ...image.image, caption: "x" } }, 100],
  ["no buttons", buttons(), 100],
  ["four buttons", buttons(button("1"), button("2"), button("3"), button("4")), 100],
  ["equal titles", buttons(button("1", "a"), button("1", "b")), 100],
  ["a title over 20", buttons(button("x".repeat(21))), 100],
  ["an id over 256", buttons(button("x", "x".repeat(257))), 100],
  ["an empty body", interactive({ type: "button", body: { text: "" }, action: { buttons: [button("1")] } }), 100],
  [
    "a body over 1024",
    interactive({ type: "button", body: { text: "x".repeat(1025) }, action: { buttons: [button("1")] } }),
    100,
  ],
  ["eleven rows", list(rows(11)), 100],
  ["a row over 24", list([{ id: "1", title: "x".repeat(25) }]), 100],
  ["a description over 72", list([{ id: "1", title: "x", description: "x".repeat(73) }]), 100],
  ["a picture above a list", list(rows(1), { header: image }), 100],
  ["a link's words over 20", cta("x".repeat(21)), 100],
  ["callback data over 512", { ...text("hi"), biz_opaque_callback_data: "x".repeat(513) }, 100],
  ["a template that is not there", template("gone"), 132001],
  ["a template without its parameters", template("order"), 132000],
  ["a template with a line break in a value", template("order", [{ type: "text", text: "a\nb" }]), 100],
  ["a template that is paused", template("paused"), 132015],
  ["a template that is disabled", template("disabled"), 132016],
  ["a message to the number itself", { ...text("hi"), to: "15550783881" }, 131021],
  ["a text to somebody who never wrote", { ...text("hi"), to: "84907654321" }, 131047],
];

for (const [what, request, code] of refused) {
  test(`it refuses ${what}`, async (t) => {
    const whatsapp = await prepared(t);

    const answer = await post(whatsapp, request);

    assert.deepEqual([answer.status, (await answer.json()).error.code], [400, code]);
    assert.deepEqual(whatsapp.sent, []);
  });
}

test("it accepts valid requests and answers like the Cloud API", async (t) => {
  const whatsapp = await prepared(t);

  whatsapp.received.add("wamid.1");
  const answers = [
    await post(whatsapp, text("hi")),
    await post(whatsapp, buttons(button("1"), button("2"), button("3"))),
    await post(whatsapp, list(rows(10))),
    await post(whatsapp, cta("Open")),
    await post(whatsapp, template("order", [{ type: "text", text: "Lan" }])),
    await post(whatsapp, { messaging_product: "whatsapp", status: "read", message_id: "wamid.1" }),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200],
  );
  assert.deepEqual(await answers[0]?.json(), {
    messaging_product: "whatsapp",
    contacts: [{ input: phone, wa_id: phone }],
    messages: [{ id: "wamid.1", message_status: "accepted" }],
  });
});

test("it refuses a wrong token, and messages to people who wrote more than a day ago", async (t) => {
  const whatsapp = await prepared(t);
  whatsapp.now = () => Date.now() + 25 * 60 * 60 * 1000;

  const late = await post(whatsapp, text("hi"));
  const stranger = await post({ ...whatsapp, accessToken: "EAAWrong" }, text("hi"));

  assert.equal((await late.json()).error.code, 131047);
  assert.deepEqual([stranger.status, (await stranger.json()).error.code], [401, 190]);
});

test("it accepts 45 messages to one person at once and no more", async (t) => {
  const whatsapp = await prepared(t);

  const statuses = [];
  for (let number = 0; number < 46; number++) statuses.push((await post(whatsapp, text("hi"))).status);

  assert.deepEqual([statuses.lastIndexOf(200), statuses[45]], [44, 429]);
  assert.equal(whatsapp.refused[0]?.code, 131056);
});

async function prepared(t: Parameters<typeof startWhatsapp>[0]): Promise<Whatsapp> {
  const whatsapp = await startWhatsapp(t);
  whatsapp.lastWords.set(phone, Date.now());
  const of = (name: string, status: Whatsapp["templates"][number]["status"], text: string) =>
    whatsapp.templates.push({ id: "1", name, language: "en", status, components: [{ type: "BODY", text }] });
  of("order", "APPROVED", "{{1}}, it is ready.");
  of("paused", "PAUSED", "Hello");
  of("disabled", "DISABLED", "Hello");
  return whatsapp;
}

function post({ origin, number, accessToken }: Whatsapp, body: object): Promise<Response> {
  return fetch(`${origin}/v25.0/${number.id}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(body),
  });
}
