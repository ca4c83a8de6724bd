import assert from "node:assert/strict";
import { test } from "node:test";
import type { Node } from "../../node.ts";
import { sql } from "../../store/db/sql.ts";
import { platformOn } from "../../test/platforms/graph/driver.ts";
import { startInstagram } from "../../test/platforms/instagram.ts";
import { startMessenger } from "../../test/platforms/messenger.ts";
import { aConversation } from "../../test/platforms/scenario.ts";
import { platformOf } from "../../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../../test/platforms/whatsapp/whatsapp.ts";
import { until } from "../../test/until.ts";
import { markRead } from "./team.ts";

for (const [type, start] of [["messenger", startMessenger] as const, ["instagram", startInstagram] as const]) {
  test(`${type}: the customer sees that a member has read what they wrote, once`, async (t) => {
    const started = await start(t);
    const { graph } = started;
    const { node, pageId, customer } = await aConversation(t, type, platformOn(started));
    const ann = customer(1);
    const seen = () => graph.calls.filter(({ body }) => body.sender_action === "mark_seen");
    await ann.say("hello");
    await until(() => ann.heard().length === 2);

    await read(node, { pageId, psid: ann.psid });
    await read(node, { pageId, psid: ann.psid });

    await until(() => seen().length > 0);
    assert.deepEqual(
      seen().map(({ body }) => body.recipient),
      [{ id: ann.psid.replace("ig_", "") }],
    );
  });
}

test("whatsapp: the customer's last message is marked as read", async (t) => {
  const whatsapp = await startWhatsapp(t);
  const { node, pageId, customer } = await aConversation(t, "whatsapp", platformOf(whatsapp));
  const ann = customer(1);
  const seen = () => whatsapp.typed.filter(({ typing_indicator }) => !typing_indicator);
  await ann.say("hello");
  await until(() => ann.heard().length === 2);

  await read(node, { pageId, psid: ann.psid });

  await until(() => seen().length === 1);
  assert.ok(whatsapp.received.has(seen()[0]?.message_id ?? ""));
});

test("a platform that refuses keeps nobody from reading", async (t) => {
  const started = await startMessenger(t);
  const { node, pageId, customer } = await aConversation(t, "messenger", platformOn(started));
  const ann = customer(1);
  await ann.say("hello");
  await until(() => ann.heard().length === 2);
  started.graph.trouble = () => ({ refuse: { code: 190 } });

  await read(node, { pageId, psid: ann.psid });

  const unread = sql`select from conversations where page_id = ${pageId} and psid = ${ann.psid} and unread > 0`;
  assert.equal(await node.deps.db.count(unread), 0);
});

/** Reads everything once the inbox has the conversation. */
async function read({ deps }: Node, place: { pageId: string; psid: string }): Promise<void> {
  const { db } = deps;
  const { pageId, psid } = place;
  const isKnown = sql`select from conversations where page_id = ${pageId} and psid = ${psid}`;
  await until(async () => (await db.count(isKnown)) === 1);
  const newest = sql`select max(id) as id from messages where page_id = ${pageId} and psid = ${psid}`;
  await markRead(deps, place, (await db.get<{ id: number }>(newest)).id);
}
