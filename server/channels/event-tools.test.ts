import assert from "node:assert/strict";
import { test } from "node:test";
import { FileTool } from "@banter/core/page-file/schema.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { aFlow } from "../test/builders.ts";
import { platformOn } from "../test/platforms/graph/driver.ts";
import { startInstagram } from "../test/platforms/instagram.ts";
import { startMessenger } from "../test/platforms/messenger.ts";
import { aConversation } from "../test/platforms/scenario.ts";
import { shop } from "../test/platforms/shop.ts";
import { platformOf, wordsOf } from "../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../test/platforms/whatsapp/whatsapp.ts";

// Growth tools that wait for what customers do, each with a flow of its own name.
const tool = (type: string, settings: object = {}) =>
  FileTool.parse({ type, name: type, flow: type, is_published: true, settings });
const file = {
  page: { name: "Corner shop", timezone: "Asia/Ho_Chi_Minh", welcome: null, default_reply: "default" },
  flows: [
    ...shop.flows,
    ...["default", "story_mention", "story_reply", "order", "form", "ad"].map((name) => aFlow(name, name)),
  ],
  tools: [
    tool("story_mention"),
    tool("story_reply", { words: ["price"] }),
    tool("order", { products: ["sku-1"] }),
    tool("form"),
    tool("ad"),
  ],
};

test("instagram: a mention in a story and a reply to one start the flows of their tools", async (t) => {
  const started = await startInstagram(t);
  await aConversation(t, "instagram", platformOn(started), { file });
  const { graph } = started;
  const ann = graph.person("24001112220001");
  const story = { url: "https://cdn.example/story", id: "17900000000000001" };

  await ann.send({ attachments: [{ type: "story_mention", payload: { url: "https://cdn.example/mention" } }] });
  await graph.until(() => ann.heard().length >= 1);
  await ann.send({ text: "The price?", reply_to: { story } });
  await graph.until(() => ann.heard().length >= 2);
  await ann.send({ text: "Lovely", reply_to: { story } });

  await graph.until(() => ann.heard().length >= 3);
  assert.deepEqual(ann.heard(), ["story_mention", "story_reply", "default"]);
});

test("whatsapp: an order with a wanted product and an answered form start the flows of their tools", async (t) => {
  const { whatsapp, ann } = await onWhatsapp(t);
  const order = (sku: string) => ({
    type: "order",
    order: {
      catalog_id: "1",
      product_items: [{ product_retailer_id: sku, quantity: 1, item_price: 10, currency: "USD" }],
    },
  });
  const nfm_reply = { name: "flow", body: "Sent", response_json: JSON.stringify({ flow_token: "t", guests: 4 }) };

  await ann.sends(order("sku-1"));
  await whatsapp.waitFor(1);
  await ann.sends(order("sku-2"));
  await whatsapp.waitFor(2);
  await ann.sends({ type: "interactive", interactive: { type: "nfm_reply", nfm_reply } });

  await whatsapp.waitFor(3);
  assert.deepEqual(
    whatsapp.sent.map(({ request }) => wordsOf(request)),
    ["order", "default", "form"],
  );
});

test("messenger: an advertisement without a ref starts the flow of the tool for advertisements", async (t) => {
  const started = await startMessenger(t);
  await aConversation(t, "messenger", platformOn(started), { file });
  const { graph } = started;
  const ann = graph.person("24001112220001");

  await ann.send({ text: "Tell me more", referral: { source: "ADS", type: "OPEN_THREAD", ad_id: "6045" } });

  await graph.until(() => ann.heard().length >= 1);
  assert.deepEqual(ann.heard(), ["ad"]);
});

async function onWhatsapp(t: Test) {
  const whatsapp = await startWhatsapp(t);
  await aConversation(t, "whatsapp", platformOf(whatsapp), { file });
  return { whatsapp, ann: whatsapp.person({ phone: "84901000001" }) };
}
