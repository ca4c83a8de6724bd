import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../store/db/sql.ts";
import { aFlow } from "../test/builders.ts";
import { platformOn } from "../test/platforms/graph/driver.ts";
import { newMid } from "../test/platforms/graph/person.ts";
import { startMessenger } from "../test/platforms/messenger.ts";
import { aConversation } from "../test/platforms/scenario.ts";
import { shop } from "../test/platforms/shop.ts";
import { platformOf } from "../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../test/platforms/whatsapp/whatsapp.ts";
import { until } from "../test/until.ts";

// Customers who come by a link or an advertisement. The tool "summer.1" asks for a colour.
const file = {
  page: { name: "Corner shop", timezone: "Asia/Ho_Chi_Minh", welcome: "Welcome", default_reply: "Default" },
  flows: [...shop.flows, aFlow("Welcome", "Welcome to the shop"), aFlow("Default", "Pardon?")],
  tools: [
    { type: "chat_ref_url" as const, name: "Colours", ref: "summer.1", flow: "Order", is_published: true },
    { type: "chat_ref_url" as const, name: "Ad", ref: "120212345", flow: "Order", is_published: true },
  ],
};

test("messenger: Get Started after a link that no tool has is welcomed, and goes on to the flow of one that a tool has", async (t) => {
  const { graph, getStarted } = await onMessenger(t);
  const [ann, bob] = [graph.person("24001112220001"), graph.person("24001112220002")];

  await getStarted(ann.id, "mistyped");
  await getStarted(bob.id, "summer=2E1");

  await graph.until(() => ann.heard().length >= 1 && bob.heard().length >= 1);
  assert.deepEqual([ann.heard(), bob.heard()], [["Welcome to the shop"], ["Which colour?"]]);
});

test("messenger: an advertisement's first words neither answer the tool's question nor draw the default reply", async (t) => {
  const { graph } = await onMessenger(t);
  const ann = graph.person("24001112220001");
  const referral = { ref: "summer=2E1", source: "ADS", type: "OPEN_THREAD", ad_id: "6045" };

  await ann.send({ text: "Can I get more info?", referral });
  await graph.until(() => ann.heard().length >= 1);
  await ann.say("green");

  await graph.until(() => ann.heard().length >= 2);
  assert.deepEqual(ann.heard(), ["Which colour?", "A green one for you"]);
});

test("whatsapp: a chat link that no tool has is welcomed", async (t) => {
  const { whatsapp, ann } = await onWhatsapp(t);

  await ann.says("/start mistyped");

  const [sent] = await whatsapp.waitFor(1);
  assert.equal(textOf(sent), "Welcome to the shop");
});

test("whatsapp: an advertisement's first words start its tool's flow alone, and its data fill variables", async (t) => {
  const { whatsapp, ann, send } = await onWhatsapp(t);
  const referral = { source_type: "ad", source_id: "120212345", headline: "Summer sale", ctwa_clid: "clid-9" };

  await ann.sends({ type: "text", text: { body: "Can I get more info?" }, referral });
  await whatsapp.waitFor(1);
  await ann.says("green");
  await whatsapp.waitFor(2);
  await send("{{ad_title}} {{ctwa_clid}}");

  await whatsapp.waitFor(3);
  assert.deepEqual(whatsapp.sent.map(textOf), ["Which colour?", "A green one for you", "Summer sale clid-9"]);
});

test("whatsapp: a message that was taken back or edited is not answered", async (t) => {
  const { whatsapp, ann } = await onWhatsapp(t);

  await ann.sends({ id: "wamid.first", type: "text", text: { body: "order" } });
  await whatsapp.waitFor(1);
  await ann.sends({
    type: "edit",
    edit: { original_message_id: "wamid.first", message: { type: "text", text: { body: "hello" } } },
  });
  await ann.sends({ type: "revoke", revoke: { original_message_id: "wamid.first" } });
  await ann.says("green");

  await whatsapp.waitFor(2);
  assert.deepEqual(whatsapp.sent.map(textOf), ["Which colour?", "A green one for you"]);
});

test("whatsapp: a customer who has changed their number is known under the new one", async (t) => {
  const { whatsapp, ann, fieldsOf } = await onWhatsapp(t);
  await ann.says("order");
  await whatsapp.waitFor(1);
  await ann.says("green");
  await whatsapp.waitFor(2);

  await ann.sends({ type: "system", system: { type: "user_changed_number", wa_id: "84901000009" } });
  await until(async () => (await fieldsOf("wa_84901000009"))?.colour === "green");
  await whatsapp.person({ phone: "84901000009" }).says("anything");

  const [, , answer] = await whatsapp.waitFor(3);
  assert.equal(textOf(answer), "Pardon?");
});

async function onMessenger(t: Test) {
  const started = await startMessenger(t);
  const { graph } = started;
  await aConversation(t, "messenger", platformOn(started), { file });
  return {
    graph,
    /** The first press in a new conversation, which a link has opened. */
    async getStarted(id: string, ref: string) {
      graph.people.set(id, { ...graph.people.get(id), wroteAt: graph.now() });
      const referral = { ref, source: "SHORTLINK", type: "OPEN_THREAD" };
      const postback = { mid: newMid(), title: "Get Started", payload: "start", referral };
      const recipient = { id: graph.accountId };
      await graph.post({ sender: { id }, recipient, timestamp: graph.now(), postback });
    },
  };
}

async function onWhatsapp(t: Test) {
  const whatsapp = await startWhatsapp(t);
  const { node, pageId, token } = await aConversation(t, "whatsapp", platformOf(whatsapp), { file });
  return {
    whatsapp,
    ann: whatsapp.person({ phone: "84901000001" }),
    fieldsOf: async (psid: string) =>
      (
        await node.deps.db.find<{ fields: Record<string, string> }>(sql`
          select fields from customers where page_id = ${pageId} and psid = ${psid}`)
      )?.fields,
    async send(text: string) {
      const answer = await fetch(`${node.baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`, {
        method: "POST",
        headers: { "content-type": "application/json", "access-token": token },
        body: JSON.stringify({
          psid: "wa_84901000001",
          data: { version: "v2", content: { messages: [{ type: "text", text }] } },
        }),
      });
      assert.equal(answer.status, 200);
    },
  };
}

function textOf(sent: { request: object } | undefined): string | undefined {
  const { text, interactive } = (sent?.request ?? {}) as {
    text?: { body: string };
    interactive?: { body: { text: string } };
  };
  return text?.body ?? interactive?.body.text;
}
