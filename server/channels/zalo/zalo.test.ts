import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { connectPage } from "../../domain/pages/page-settings.ts";
import { sql } from "../../store/db/sql.ts";
import { aFlow, aKeyword } from "../../test/builders.ts";
import { aServer } from "../../test/loopback-server.ts";
import { aConversation } from "../../test/platforms/scenario.ts";
import { platformOf, settingsFor } from "../../test/platforms/zalo/page.ts";
import { startZalo } from "../../test/platforms/zalo/zalo.ts";
import { until } from "../../test/until.ts";
import { connect } from "./account.ts";

const dayMs = 86_400_000;

async function converse(t: Test, file: Partial<PageFile> = {}) {
  const zalo = await startZalo(t);
  const conversation = await aConversation(t, "zalo", platformOf(zalo), { file });
  const { db } = conversation.node.deps;
  const rows = <Row>(query: ReturnType<typeof sql>) => db.many<Row & object>(query);
  return {
    zalo,
    ...conversation,
    ann: zalo.person(1),
    messages: () =>
      rows<{ status: string; reason: string | null }>(sql`
      select status, reason from messages where page_id = ${conversation.pageId} order by id`),
    customers: () =>
      rows<{ firstName: string | null; phone: string | null }>(sql`
      select first_name, phone from customers where page_id = ${conversation.pageId}`),
  };
}

test("a customer's name and picture are asked for on first contact", async (t) => {
  const { ann, customers } = await converse(t);

  await ann.say("hello");

  await until(async () => (await customers())[0]?.firstName === `Lan ${ann.id}`);
});

test("a message that Zalo reports is delivered and then seen", async (t) => {
  const { zalo, ann, messages } = await converse(t);
  await ann.say("sizes");
  await zalo.until(() => ann.heard().length === 1);
  await until(async () => (await messages())[0]?.status === "sent");
  const [sent] = zalo.sent;
  assert.ok(sent);

  await zalo.report(sent, "user_received_message");
  await until(async () => (await messages())[0]?.status === "delivered");
  await zalo.report(sent, "user_seen_message");

  await until(async () => (await messages())[0]?.status === "seen");
});

test("a person in Zalo's own inbox silences the bot; an echo of our own message does not", async (t) => {
  const { zalo, ann, node, pageId } = await converse(t);
  await ann.say("sizes");
  await zalo.until(() => ann.heard().length === 1);

  await zalo.post(zalo.echo(ann.id, { msg_id: "unknown to us", text: "From S to XL" }));
  await ann.say("sizes");
  await zalo.until(() => ann.heard().length === 2);
  await zalo.post(zalo.echo(ann.id, { msg_id: "staff 1", text: "Let me look" }, "4100000000000000001"));
  await ann.say("sizes");

  const outcomes = () =>
    node.deps.db.many<{ outcome: string }>(sql`
    select trace ->> 'outcome' as outcome from turns where page_id = ${pageId} order by id`);
  await until(async () => (await outcomes()).length === 4);
  assert.deepEqual(
    (await outcomes()).map(({ outcome }) => outcome),
    ["started", "started", "taken_over", "paused"],
  );
  assert.equal(ann.heard().length, 2);
});

test("who leaves gets no messages, and who follows again does", async (t) => {
  const { zalo, ann, node, pageId } = await converse(t);
  await ann.say("sizes");
  await zalo.until(() => ann.heard().length === 1);
  const reachable = async () => {
    const [row] = await node.deps.db.many<{ isReachable: boolean }>(sql`
      select unreachable is null as is_reachable from customers where page_id = ${pageId}`);
    return row?.isReachable;
  };

  await ann.unfollow();
  await until(async () => (await reachable()) === false);
  await ann.follow();

  await until(async () => (await reachable()) === true);
});

test("a new follower and a place start the flows of their tools", async (t) => {
  const tool = { name: "New", settings: {}, is_published: true };
  const { zalo, ann } = await converse(t, {
    flows: [aFlow("Sizes", "From S to XL"), aFlow("Thanks", "Thank you for following!"), aFlow("Near", "We are near")],
    keywords: [],
    tools: [
      { ...tool, type: "follow", flow: "Thanks" },
      { ...tool, name: "Place", type: "location", flow: "Near" },
    ] as PageFile["tools"],
  });

  await ann.follow();
  await zalo.until(() => ann.heard().length === 1);
  await ann.send("location", {
    type: "location",
    payload: { coordinates: { latitude: "10.7769", longitude: "106.7009" } },
  });

  await zalo.until(() => ann.heard().length === 2);
  assert.deepEqual(ann.heard(), ["Thank you for following!", "We are near"]);
});

test("the phone number that a customer shares by Zalo's card answers the question", async (t) => {
  const ask = {
    type: "ask",
    accept: "phone",
    save_to: "phone",
    content: { messages: [{ type: "text", text: "May we call you?" }], quick_replies: [{ type: "phone_number" }] },
    next: { answered: "done" },
  };
  const done = { type: "message", content: { messages: [{ type: "text", text: "We call {{phone}}" }] }, next: null };
  const flow = { name: "Call", published: true, document: { version: 1, start: "ask", steps: { ask, done } } };
  const { zalo, ann, node, pageId, settings } = await converse(t, {
    flows: [flow] as PageFile["flows"],
    keywords: [aKeyword("call", "Call")],
    fields: [{ name: "phone", type: "text" }],
    tools: [],
    main_menu: [],
  });
  await connectPage(node.deps, pageId, { ...settings, sharePicture: "https://cdn.example/phone.jpg" } as JsonObject);

  await ann.say("call");
  await zalo.until(() => ann.heard().length === 2);
  await ann.share({ name: "Lan", phone: 84900000456 });

  await zalo.until(() => ann.heard().length === 3);
  assert.equal(ann.heard()[2], "We call +84900000456");
});

test("a picture that Zalo cannot fetch is sent as its address", async (t) => {
  const url = "https://cdn.example/gone.jpg";
  const show = { type: "message", content: { messages: [{ type: "image", url }] }, next: null };
  const flow = { name: "Show", published: true, document: { version: 1, start: "show", steps: { show } } };
  const { zalo, ann, messages } = await converse(t, {
    flows: [flow, aFlow("Sizes", "From S to XL")] as PageFile["flows"],
    keywords: [aKeyword("show", "Show")],
    tools: [],
  });
  zalo.unfetchable.add(url);

  await ann.say("show");

  await zalo.until(() => ann.heard().length === 1);
  assert.deepEqual(ann.heard(), [url]);
  await until(async () => (await messages())[0]?.status === "sent");
});

const refusals = [
  { after: 3 * dayMs, reason: "outside_messaging_window", what: "without a paying account, after two days" },
  { after: 8 * dayMs, reason: "outside_messaging_window", what: "after seven days" },
];
for (const { after, reason, what } of refusals) {
  test(`a message ${what} fails with its reason, and the page stays connected`, async (t) => {
    const { zalo, ann, messages } = await converse(t);
    const said = ann.say("think");
    zalo.now = () => Date.now() + after;
    await said;

    await until(async () => (await messages()).some(({ status }) => status === "failed"));
    assert.equal((await messages()).find(({ status }) => status === "failed")?.reason, reason);
  });
}

test("a customer who has blocked the account counts as unreachable", async (t) => {
  const { zalo, ann, messages } = await converse(t);
  zalo.blocked.add(ann.id);

  await ann.say("sizes");

  await until(async () => (await messages())[0]?.reason === "blocked_by_customer");
});

test("the settings of another account do not connect", async (t) => {
  const zalo = await startZalo(t);
  const settings = settingsFor(zalo);
  const url = `https://banter.example/webhooks/zl_${zalo.oaId}`;

  await connect(settings, url);
  await assert.rejects(connect(settings, "https://banter.example/webhooks/zl_1"), { setting: "oaId" });
  zalo.oaId = "42";
  await assert.rejects(connect(settings, url), { setting: "accessToken" });
  await assert.rejects(connect({ ...settings, accessToken: "old" }, url), { failure: "bad_settings" });
});

test("an account whose number differs in the last digit only is another account", async (t) => {
  const [own, other] = ["579745863508352884", "579745863508352885"];
  const { origin } = await aServer(t, (request, response) =>
    response.end(`{"error":0,"data":{"oa_id":${request.headers.access_token === "own" ? own : other}}}`),
  );
  const settings = { ...settingsFor(await startZalo(t)), apiUrl: origin, oaId: own };
  const url = `https://banter.example/webhooks/zl_${own}`;

  await connect({ ...settings, accessToken: "own" }, url);
  await assert.rejects(connect({ ...settings, accessToken: "other" }, url), { setting: "accessToken" });
});
