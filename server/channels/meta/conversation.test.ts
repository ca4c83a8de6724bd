import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../../store/db/sql.ts";
import { listFailedMessages } from "../../store/runtime/messages/failed.ts";
import { getFlowStatistics } from "../../store/runtime/step-statistics.ts";
import { aFlow, aKeyword } from "../../test/builders.ts";
import { assertPace } from "../../test/platforms/conversation-tests.ts";
import { platformOn } from "../../test/platforms/graph/driver.ts";
import { newMid } from "../../test/platforms/graph/person.ts";
import { startInstagram } from "../../test/platforms/instagram.ts";
import { startMessenger } from "../../test/platforms/messenger.ts";
import { aConversation } from "../../test/platforms/scenario.ts";
import { until } from "../../test/until.ts";

const doors = {
  messenger: { type: "messenger", start: startMessenger },
  "instagram by Facebook": { type: "instagram", start: startInstagram },
  "instagram by Instagram": {
    type: "instagram",
    start: (t: Test) => startInstagram(t, { login: "instagram" }),
  },
} as const;

for (const [name, { type, start }] of Object.entries(doors)) {
  test(`${name}: the platform gets the menu and the ice breakers, and they lead to their flows`, async (t) => {
    const { graph, ann } = await converse(t);
    await ann.say("sizes");
    await graph.until(() => "persistent_menu" in graph.profile && "ice_breakers" in graph.profile);

    await ann.press("Our sizes");
    await graph.until(() => ann.heard().length >= 2);
    await ann.press("Hello?");

    await graph.until(() => ann.heard().length >= 4);
    assert.deepEqual(ann.heard().slice(1), ["From S to XL", "One", "Two"]);
    assert.deepEqual(graph.refused, []);
  });

  test(`${name}: a person who answers by hand silences the bot; the bot's own echoes do not`, async (t) => {
    const { graph, ann } = await converse(t);
    await ann.say("hello");
    await graph.until(() => ann.heard().length >= 2);
    await ann.say("sizes");
    await graph.until(() => ann.heard().length >= 3);

    await graph.writeByHand(ann.id, "Ann from the shop here");
    await ann.say("hello");
    const bob = graph.person("24001112223339");
    await bob.say("sizes");
    await graph.until(() => bob.heard().length >= 1);

    assert.deepEqual(ann.heard(), ["One", "Two", "From S to XL"]);
  });

  test(`${name}: audio is sent as slowly as the platform takes it`, async (t) => {
    const started = await start(t);
    const audio = { messages: [{ type: "audio" as const, url: "https://shop.example/jingle.mp3" }] };
    const steps = { play: { type: "message", content: audio, next: null } };
    const flows = [{ name: "Jingle", published: true, document: { version: 1, start: "play", steps } }];
    const file = { flows, keywords: [aKeyword("jingle", "Jingle")], main_menu: [], tools: [] };
    await aConversation(t, type, platformOn(started), { file });
    const { graph } = started;

    await Promise.all(Array.from({ length: 25 }, (_, number) => graph.person(`2400111222333${number}`).say("jingle")));

    await graph.waitFor(25);
    assert.deepEqual(graph.refused, []);
    assertPace(graph.takenAt, 10);
  });

  test(`${name}: the platform's reports reach the flow's statistics, each message once`, async (t) => {
    const { graph, ann, statistics } = await converse(t);
    await ann.say("hello");
    await graph.waitFor(2);
    await until(async () => (await statistics("Hello")).sent === 2);

    if (type === "messenger") await graph.reportDelivery(ann.id);
    await ann.read();
    await ann.read();

    // Instagram names the newest message that was read, Messenger the time up to which all were read.
    await until(async () => (await statistics("Hello")).seen === 2);
    const { sent, delivery, seen } = await statistics("Hello");
    assert.deepEqual({ sent, delivery, seen }, { sent: 2, delivery: 2, seen: 2 });
  });

  test(`${name}: a message whose response is lost is not sent again after its echo`, async (t) => {
    const { graph, ann, listMessages } = await converse(t);
    let isLost = true;
    graph.trouble = ({ body }) => {
      const lost = isLost && "message" in body;
      isLost &&= !lost;
      return lost ? { reset: true } : undefined;
    };

    await ann.say("hello");

    await graph.until(() => ann.heard().length >= 2);
    await until(async () => (await listMessages()).filter(({ status }) => status === "sent").length === 2);
    assert.deepEqual(ann.heard(), ["One", "Two"]);
    assert.deepEqual(
      (await listMessages()).map(({ possibleDuplicate }) => possibleDuplicate),
      [false, false],
    );
  });

  test(`${name}: a message in several parts goes on where it stopped, and its echoes are recognised`, async (t) => {
    const started = await start(t);
    const url = "https://shop.example/coffee.jpg";
    const picture = { type: "image", url, buttons: [{ type: "flow", title: "Sizes", flow: "Sizes" }] };
    const steps = { show: { type: "message", content: { messages: [picture] }, next: null } };
    const shown = { name: "Show", published: true, document: { version: 1, start: "show", steps } };
    const keywords = [aKeyword("show", "Show"), aKeyword("sizes", "Sizes")];
    const file = { flows: [shown, aFlow("Sizes", "From S to XL")], keywords, main_menu: [], tools: [] };
    const { node, pageId } = await aConversation(t, type, platformOn(started), { file });
    const { graph } = started;
    const ann = graph.person("24001112223331");
    const refused = { refuse: { code: 613, message: "Calls to this api have exceeded the rate limit." } };
    const troubles = [undefined, refused];
    graph.trouble = ({ body }) => ("message" in body ? troubles.shift() : undefined);

    await ann.say("show");
    await graph.until(() => ann.heard().length >= 2);
    await ann.say("sizes");
    await graph.until(() => ann.heard().length >= 3);

    assert.deepEqual(ann.heard(), [url, "👇", "From S to XL"]);
    const rows = () =>
      node.deps.db.many(sql`
      select status, possible_duplicate from messages where page_id = ${pageId} order by id`);
    const sent = { status: "sent", possibleDuplicate: false };
    await until(async () => JSON.stringify(await rows()) === JSON.stringify([sent, sent]));
  });

  test(`${name}: buttons whose response is lost are recognised by their echo`, async (t) => {
    const { graph, ann } = await converse(t);
    let isLost = true;
    graph.trouble = ({ body }) => {
      const lost = isLost && "message" in body;
      isLost &&= !lost;
      return lost ? { reset: true } : undefined;
    };

    await ann.say("choose");
    await graph.until(() => ann.heard().length >= 1);
    await ann.press("Sizes");

    await graph.until(() => ann.heard().length >= 2);
    assert.deepEqual(ann.heard(), ["Choose", "From S to XL"]);
  });

  test(`${name}: after a day a send is refused, and the messages of a flow fail with the reason`, async (t) => {
    const { graph, ann, node, pageId, send } = await converse(t);
    await ann.say("sizes");
    await graph.waitFor(1);
    const later = Date.now() + 2 * 86_400_000;
    graph.now = () => later;

    // Our server takes the window for open; the platform does not.
    const believed = await send(
      {
        flow_id: await node.deps.db
          .get<{ id: number }>(sql`select id from flows where name = 'Sizes'`)
          .then(({ id }) => id),
      },
      "send_flow",
    );
    await until(async () => (await listFailedMessages(node.deps.db, pageId, 10)).length === 1);
    const [failed] = await listFailedMessages(node.deps.db, pageId, 10);
    await node.deps.db.count(sql`update customers set last_input_at = now() - interval '2 days'`);
    const refused = await send(
      { data: { version: "v2", content: { messages: [{ type: "text", text: "hi" }] } } },
      "send_content",
    );
    const tagged = await send(
      {
        message_tag: "HUMAN_AGENT",
        data: { version: "v2", content: { messages: [{ type: "text", text: "By hand" }] } },
      },
      "send_content",
    );

    assert.equal(believed.status, 200);
    assert.equal(failed?.reason, "outside_messaging_window");
    assert.deepEqual([refused.status, refused.headers.get("x-error-code")], [422, "outside_messaging_window"]);
    assert.equal(tagged.status, 200);
    await graph.until(() => ann.heard().includes("By hand"));
    assert.deepEqual(graph.sent.at(-1)?.request.tag, "HUMAN_AGENT");
  });

  test(`${name}: forged webhooks and handshakes are refused, and one address of an app serves its pages`, async (t) => {
    const { graph, ann, node } = await converse(t);
    const { appSecret } = graph;

    const asked = await graph.verify("another word");
    graph.appSecret = "forged";
    const forged = await ann.say("hello");
    graph.appSecret = appSecret;
    graph.webhookUrl = `${node.baseUrl}/webhooks/app/${type}`;
    const shared = await graph.verify();
    await ann.say("sizes");

    await graph.waitFor(1);
    assert.equal(asked.status, 403);
    assert.deepEqual(forged, [401]);
    assert.deepEqual(shared, { status: 200, body: "1158201444" });
    assert.deepEqual(ann.heard(), ["From S to XL"]);
  });

  test(`${name}: edits and unknown events are accepted and start nothing; a deleted message is forgotten`, async (t) => {
    const { graph, ann, node, pageId } = await converse(t);
    const from = { sender: { id: ann.id }, recipient: { id: graph.accountId }, timestamp: Date.now() };
    const mid = newMid();
    await graph.post({ ...from, message: { mid, text: "my secret" } });
    const kinds = [{ message_edit: { mid, text: "hello", num_edit: 1 } }, { teleport: {} }];

    const statuses = await graph.post(...kinds.map((kind) => ({ ...from, ...kind })), {
      ...from,
      message: { mid, is_deleted: true },
    });
    await ann.say("sizes");
    await graph.waitFor(1);

    assert.deepEqual(statuses, [200, 200, 200]);
    const turns = await node.deps.db.many(sql`select event from turns where page_id = ${pageId}`);
    assert.equal(JSON.stringify(turns).includes("my secret"), false);
    assert.deepEqual(ann.heard(), ["From S to XL"]);
  });

  test(`${name}: an edit without words leaves the customer's words as they are`, async (t) => {
    const { graph, ann, node, pageId } = await converse(t);
    const from = { sender: { id: ann.id }, recipient: { id: graph.accountId }, timestamp: Date.now() };
    const mid = newMid();
    await graph.post({ ...from, message: { mid, text: "two breads" } });

    await graph.post({ ...from, message_edit: { mid, num_edit: 0 } });
    await ann.say("sizes");
    await graph.waitFor(1);

    const { event } = await node.deps.db.get<{ event: object }>(sql`
      select event from turns where page_id = ${pageId} and event ->> 'key' = ${mid}`);
    assert.deepEqual(event, { type: "message", text: "two breads", key: mid });
  });

  async function converse(t: Test) {
    const started = await start(t);
    const { graph } = started;
    const ice_breakers = [{ title: "Hello?", flow: "Hello" }];
    const { node, pageId, token } = await aConversation(t, type, platformOn(started), { file: { ice_breakers } });
    const { db } = node.deps;
    const ann = graph.person("24001112223331");
    return {
      graph,
      node,
      pageId,
      ann,
      async statistics(flow: string) {
        const { id } = await db.get<{ id: number }>(
          sql`select id from flows where page_id = ${pageId} and name = ${flow}`,
        );
        return getFlowStatistics(db, pageId, id);
      },
      listMessages: () =>
        db.many<{ status: string; possibleDuplicate: boolean }>(sql`
          select status, possible_duplicate from messages where page_id = ${pageId} order by id`),
      send: (body: object, call: "send_flow" | "send_content") =>
        fetch(`${node.baseUrl}/api/public_api/v1/pages/${pageId}/flows/${call}`, {
          method: "POST",
          headers: { "content-type": "application/json", "access-token": token },
          body: JSON.stringify({ psid: ann.psid, ...body }),
        }),
    };
  }
}
