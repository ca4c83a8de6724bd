import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { applyPageFile } from "../../../domain/page-file/apply.ts";
import { anAgent, refusalOf } from "../../../test/agent.ts";
import { aFlow, aKeyword, aPageFile } from "../../../test/builders.ts";
import { aConversation } from "../../../test/platforms/scenario.ts";
import { platformOf } from "../../../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../../../test/platforms/whatsapp/whatsapp.ts";
import { until } from "../../../test/until.ts";

const phone = "84901000001";

test("while Meta's agent has a conversation the bot is silent, the inbox shows it, and it comes back", async (t) => {
  const { whatsapp, line, overhears, handover, heard, says } = await aShop(t);

  await overhears("hello");
  await until(async () => (await line()).last.text === "hello");
  assert.notEqual((await line()).elsewhere_since, null);

  await handover("control_passed", { new_owner_role: "escalation" });
  await until(async () => (await line()).elsewhere_since === null);
  await says("hello");

  await whatsapp.waitFor(1);
  assert.deepEqual(heard(), ["Hello"]);
});

test("a flow that waits goes on when the conversation is back", async (t) => {
  const { whatsapp, line, overhears, handover, heard, says } = await aShop(t);
  await says("wait");
  await whatsapp.waitFor(1);

  await overhears("Are you there?");
  await until(async () => (await line()).elsewhere_since !== null);
  await says("hello");
  await until(async () => (await line()).last.text === "hello");
  assert.deepEqual(heard(), ["One moment"]);
  await handover("control_passed", { new_owner_role: "escalation" });

  await whatsapp.waitFor(2);
  assert.deepEqual(heard(), ["One moment", "We are back"]);
});

test("a conversation that another app takes is lost until a member takes it back", async (t) => {
  const { whatsapp, line, handover, heard, says, takeBack } = await aShop(t);
  await says("hello");
  await whatsapp.waitFor(1);
  await handover("control_taken");
  await until(async () => (await line()).elsewhere_since !== null);

  whatsapp.takesConversations = false;
  assert.equal(await refusalOf(takeBack()), "502 platform_failed");
  await assert.rejects(takeBack(), { message: /a message of yours takes it/ });
  assert.notEqual((await line()).elsewhere_since, null);
  whatsapp.takesConversations = true;
  await takeBack();

  await until(async () => (await line()).elsewhere_since === null);
  const taking = whatsapp.calls.findLast(({ route }) => route === "POST number/thread_control")?.body;
  assert.deepEqual(taking, { messaging_product: "whatsapp", action: "take", to: phone });
  await says("hello");
  await whatsapp.waitFor(2);
  assert.deepEqual(heard(), ["Hello", "Hello"]);
});

/** A page with a flow that waits a second, a customer and a member. */
async function aShop(t: Test) {
  const whatsapp = await startWhatsapp(t);
  const { node, pageId } = await aConversation(t, "whatsapp", platformOf(whatsapp));
  const steps = {
    say: message("One moment", "wait"),
    wait: { type: "delay", seconds: 1, next: "back" },
    back: message("We are back", null),
  };
  const wait = { name: "Wait", published: true, document: { version: 1, start: "say", steps } };
  const file = { flows: [wait, aFlow("Hello")], keywords: [aKeyword("wait", "Wait"), aKeyword("hello", "Hello")] };
  await applyPageFile(node.deps, pageId, aPageFile(file), { prune: true });
  const { api } = await anAgent(node, pageId);
  const params = { page_id: pageId, psid: `wa_${phone}` };
  const person = whatsapp.person({ phone });
  const number = { display_phone_number: whatsapp.number.display, phone_number_id: whatsapp.number.id };
  const change = (field: string, value: object) => {
    const entry = [{ id: whatsapp.businessAccountId, changes: [{ field, value }] }];
    return whatsapp.post({ object: "whatsapp_business_account", entry });
  };
  const timestamp = () => String(Math.floor(whatsapp.now() / 1000));
  return {
    whatsapp,
    says: person.says,
    heard: () => whatsapp.sent.map(({ request }) => Object(Object(request).text).body),
    overhears(body: string) {
      const messages = [{ from: phone, id: `wamid.${body}`, timestamp: timestamp(), type: "text", text: { body } }];
      return change("standby", { metadata: number, standby: { contacts: [{ wa_id: phone }], messages } });
    },
    handover: (type: string, about: object = {}) =>
      change("messaging_handovers", {
        ...{ type, timestamp: timestamp(), sender: { phone_number: phone }, recipient: number, [type]: about },
      }),
    line: async () => (await api("GET /pages/:page_id/conversations/:psid", { params })).conversation,
    takeBack: () => api("POST /pages/:page_id/conversations/:psid/take_back", { params }),
  };
}

const message = (text: string, next: string | null) => ({
  ...{ type: "message", content: { messages: [{ type: "text", text }] }, next },
});
