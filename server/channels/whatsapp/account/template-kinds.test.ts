import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { contentOf, placesOf, valuesIn } from "@banter/core/model/content/template-places.ts";
import { WhatsappTemplate } from "@banter/core/model/content/whatsapp-template.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { sendErrorOf, settingsFor } from "../../../test/platforms/whatsapp/page.ts";
import type { Whatsapp } from "../../../test/platforms/whatsapp/stand-in.ts";
import { startWhatsapp } from "../../../test/platforms/whatsapp/whatsapp.ts";
import { deliver } from "../deliver.ts";
import { render } from "../render.ts";
import { listTemplates } from "./templates.ts";

type Template = Whatsapp["templates"][number];

const picture = { type: "HEADER" as const, format: "IMAGE" as const };
const body = (text: string) => ({ type: "BODY" as const, text });

/** A template of each kind, with a value for each of its places. */
const kinds: { components: Template["components"]; values: Record<string, string>; sent: object[] }[] = [
  {
    components: [
      body("Two bags for {{name}}"),
      {
        type: "CAROUSEL",
        cards: ["red", "blue"].map((colour) => ({
          components: [
            picture,
            body(`${colour} bag, {{1}}`),
            {
              type: "BUTTONS",
              buttons: [
                { type: "QUICK_REPLY", text: "More" },
                { type: "URL", text: "Buy", url: "https://shop.example/{{1}}" },
              ],
            },
          ],
        })),
      },
    ],
    values: {
      "BODY name": "Lan",
      "0 HEADER media": "https://cdn.example/red.jpg",
      "0 BODY 1": "$10",
      "0 BUTTONS 1": "red",
      "1 HEADER media": "https://cdn.example/blue.jpg",
      "1 BODY 1": "$12",
      "1 BUTTONS 1": "blue",
    },
    sent: [
      { type: "body", parameters: [{ type: "text", parameter_name: "name", text: "Lan" }] },
      {
        type: "carousel",
        cards: [
          ["red", "$10"],
          ["blue", "$12"],
        ].map(([colour, price], card_index) => ({
          card_index,
          components: [
            {
              type: "header",
              parameters: [{ type: "image", image: { link: `https://cdn.example/${colour}.jpg` } }],
            },
            { type: "body", parameters: [{ type: "text", text: price }] },
            { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: colour }] },
          ],
        })),
      },
    ],
  },
  {
    components: [
      { type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "Ends soon", has_expiration: true } },
      body("20% off"),
      { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy code" }] },
    ],
    values: { "LIMITED_TIME_OFFER end": "2026-12-24T18:00+07:00", "BUTTONS 0": "XMAS20" },
    sent: [
      {
        type: "limited_time_offer",
        parameters: [
          { type: "limited_time_offer", limited_time_offer: { expiration_time_ms: Date.UTC(2026, 11, 24, 11) } },
        ],
      },
      {
        ...{ type: "button", sub_type: "copy_code", index: "0" },
        parameters: [{ type: "coupon_code", coupon_code: "XMAS20" }],
      },
    ],
  },
  {
    components: [body("Our catalog"), { type: "BUTTONS", buttons: [{ type: "CATALOG", text: "View catalog" }] }],
    values: { "BUTTONS 0": "bag-red" },
    sent: [
      {
        ...{ type: "button", sub_type: "CATALOG", index: "0" },
        parameters: [{ type: "action", action: { thumbnail_product_retailer_id: "bag-red" } }],
      },
    ],
  },
  {
    components: [body("For you"), { type: "BUTTONS", buttons: [{ type: "MPM", text: "View items" }] }],
    values: { "BUTTONS 0": "bag-red, bag-blue" },
    sent: [
      {
        ...{ type: "button", sub_type: "mpm", index: "0" },
        parameters: [
          {
            type: "action",
            action: {
              thumbnail_product_retailer_id: "bag-red",
              sections: [
                {
                  title: "View items",
                  product_items: [{ product_retailer_id: "bag-red" }, { product_retailer_id: "bag-blue" }],
                },
              ],
            },
          },
        ],
      },
    ],
  },
  {
    components: [body("Tell us"), { type: "BUTTONS", buttons: [{ type: "FLOW", text: "Fill in" }] }],
    values: {},
    sent: [
      {
        ...{ type: "button", sub_type: "flow", index: "0" },
        parameters: [{ type: "action", action: { flow_token: "unused" } }],
      },
    ],
  },
];

for (const { components, values, sent } of kinds) {
  test(`a template with ${components.map(nameOf).join(", ")} is listed, filled in and sent`, async (t) => {
    const { whatsapp, template } = await account(t, { components });
    const content = WhatsappTemplate.parse(JSON.parse(JSON.stringify(contentOf(template, values))));

    await sendIt(whatsapp, content);

    assert.deepEqual(
      placesOf(template.parts).map(({ id }) => id),
      Object.keys(values),
    );
    assert.deepEqual(valuesIn(content, template.parts), values);
    const [{ request } = { request: {} }] = whatsapp.sent;
    assert.deepEqual(JSON.parse(JSON.stringify(request)).template.components, sent);
    assert.deepEqual(whatsapp.refused, []);
  });
}

for (const [status, words] of [
  ["PAUSED", /paused/],
  ["DISABLED", /disabled/],
] as const) {
  test(`a template that is ${status} is refused with words for the owner`, async (t) => {
    const { whatsapp, template } = await account(t, { components: [body("Hello")], status });

    const error = await sendErrorOf(sendIt(whatsapp, contentOf(template, {})));

    assert.equal(error.failure, "rejected");
    assert.match(error.message, words);
  });
}

test("an offer without a valid end is refused before it is sent", async (t) => {
  const offer = { type: "LIMITED_TIME_OFFER" as const, limited_time_offer: { text: "Soon", has_expiration: true } };
  const { whatsapp, template } = await account(t, { components: [offer] });

  const error = await sendErrorOf(sendIt(whatsapp, contentOf(template, { "LIMITED_TIME_OFFER end": "tomorrow" })));

  assert.match(error.message, /not a time/);
  assert.deepEqual(
    whatsapp.calls.filter(({ route }) => route === "POST number/messages"),
    [],
  );
});

function nameOf(part: Template["components"][number]): string {
  return part.type === "BUTTONS" && "buttons" in part ? (part.buttons?.[0]?.type ?? "") : part.type;
}

async function account(t: Test, given: Pick<Template, "components"> & Partial<Template>) {
  const whatsapp = await startWhatsapp(t);
  whatsapp.templates.push({ id: "77", name: "sample", language: "en_US", status: "APPROVED", ...given });
  const [template] = await listTemplates(settingsFor(whatsapp));
  assert.ok(template);
  return { whatsapp, template };
}

async function sendIt(whatsapp: Whatsapp, { type, ...template }: WhatsappTemplate): Promise<void> {
  const settings = settingsFor(whatsapp);
  const message: OutgoingMessage = { type, template };
  const context = { psid: "wa_84901234567", messageId: 1, messageTag: null, isReply: false };
  const tools = { payload: (place: number) => `b1.${place}`, link: (_: number, url: string) => url, note: () => {} };
  for (const call of render(message, { ...context, ...tools }, settings)) await deliver(call, settings);
}
