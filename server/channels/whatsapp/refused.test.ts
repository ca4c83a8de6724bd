import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { explainMessage } from "../../domain/conversations/explain.ts";
import { sql } from "../../store/db/sql.ts";
import { listFailedMessages } from "../../store/runtime/messages/failed.ts";
import { aKeyword } from "../../test/builders.ts";
import { aConversation } from "../../test/platforms/scenario.ts";
import { platformOf } from "../../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../../test/platforms/whatsapp/whatsapp.ts";
import { until } from "../../test/until.ts";

test("a customer whose country the account may not write to stops nobody else", async (t) => {
  const { whatsapp, customer, failed, isConnected } = await converse(t);
  const [ann, bob] = [customer(1), customer(2)];
  whatsapp.trouble = ({ to }) => (ann.psid === `wa_${to}` ? { refuse: { code: 130497 } } : undefined);

  await ann.say("menu");
  await until(async () => (await failed()).length === 1);
  await bob.say("menu");
  await whatsapp.until(() => bob.heard().length === 1);

  const [{ reason, errorCode } = {}] = await failed();
  assert.deepEqual([reason, errorCode, await isConnected()], ["rejected", "130497", true]);
});

test("an owner reads what an error means, in either language", async (t) => {
  const { node, whatsapp, customer, failed, pageId } = await converse(t);
  whatsapp.trouble = () => ({ refuse: { code: 131030 } });

  await customer(1).say("menu");
  await until(async () => (await failed()).length === 1);

  const [message] = await failed();
  const attemptsIn = async (language: "en" | "vi") => {
    const { sections } = await explainMessage(node.deps, pageId, message?.id ?? 0, language);
    return sections.find(({ section }) => section === "attempts")?.lines.at(-1) ?? "";
  };
  assert.match(await attemptsIn("en"), /^Error 131030 means: This is one of Meta's test numbers/);
  assert.match(await attemptsIn("vi"), /^Lỗi 131030 nghĩa là: Đây là số thử nghiệm của Meta/);
});

test("a failure that is reported later is explained too", async (t) => {
  const { node, whatsapp, customer, failed, pageId } = await converse(t);
  await customer(1).say("menu");
  const [sent] = await whatsapp.waitFor(1);
  assert.ok(sent);

  await whatsapp.report(sent, "failed", 131049);
  await until(async () => (await failed()).length === 1);

  const [message] = await failed();
  const { sections, message: form } = await explainMessage(node.deps, pageId, message?.id ?? 0, "en");
  assert.equal(form.error_code, "131049");
  assert.match(
    JSON.stringify(sections),
    /took it, and reported later.*Error 131049 means: The customer has had enough/,
  );
});

test("a file that could not be fetched is sent once more, and then given up", async (t) => {
  const { whatsapp, customer, failed } = await converse(t);
  await customer(1).say("picture");
  const [first] = await whatsapp.waitFor(1);
  assert.ok(first);

  await whatsapp.report(first, "failed", 131053);
  const [, second] = await whatsapp.waitFor(2);
  assert.ok(second);
  assert.deepEqual(second.request, first.request);
  await until(async () => (await failed()).length === 0);
  await whatsapp.report(second, "failed", 131053);

  await until(async () => (await failed()).length === 1);
  const [{ attempts, errorCode } = {}] = await failed();
  assert.deepEqual([attempts, errorCode, whatsapp.sent.length], [2, "131053", 2]);
});

const step = (message: object) => ({
  version: 1,
  start: "a",
  steps: { a: { type: "message", content: { messages: [message] }, next: null } },
});

async function converse(t: Test) {
  const whatsapp = await startWhatsapp(t);
  const picture = { type: "image", url: "https://cdn.example/menu.jpg" };
  const file = {
    flows: [
      { name: "Menu", published: true, document: step({ type: "text", text: "Our menu" }) },
      { name: "Picture", published: true, document: step(picture) },
    ],
    keywords: [aKeyword("menu", "Menu"), aKeyword("picture", "Picture")],
    main_menu: [],
    tools: [],
  };
  const conversation = await aConversation(t, "whatsapp", platformOf(whatsapp), { file });
  const { node, pageId } = conversation;
  const { db } = node.deps;
  return {
    whatsapp,
    ...conversation,
    failed: () => listFailedMessages(db, pageId, 10),
    isConnected: async () =>
      (await db.count(sql`select from pages where id = ${pageId} and disconnected_reason is null`)) === 1,
  };
}
