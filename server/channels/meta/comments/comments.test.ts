import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../../../store/db/sql.ts";
import { listFailedMessages } from "../../../store/runtime/messages/failed.ts";
import { aFlow } from "../../../test/builders.ts";
import { platformOn } from "../../../test/platforms/graph/driver.ts";
import { startInstagram } from "../../../test/platforms/instagram.ts";
import { startMessenger } from "../../../test/platforms/messenger.ts";
import { aConversation } from "../../../test/platforms/scenario.ts";
import { until } from "../../../test/until.ts";
import { channels } from "../../index.ts";

const doors = {
  messenger: { type: "messenger", start: startMessenger },
  "instagram by Facebook": { type: "instagram", start: startInstagram },
  "instagram by Instagram": { type: "instagram", start: (t: Test) => startInstagram(t, { login: "instagram" }) },
} as const;

const week = 7 * 86_400_000;

for (const [name, { type, start }] of Object.entries(doors)) {
  test(`${name}: a comment gets one private reply and one public answer, however often its webhook comes`, async (t) => {
    const { graph, ann, listMessages } = await converse(t, { like: true, hide: true });

    const { id, statuses } = await ann.comment("What is the PRICE, please?", { times: 3 });
    await until(async () => (await listMessages()).every(({ status }) => status === "sent" || status === "failed"));
    await graph.until(() => graph.comments.get(id)?.isHidden === true);

    assert.deepEqual(statuses, [200, 200, 200]);
    assert.deepEqual(ann.heard(), ["It costs 5."]);
    assert.equal(graph.sent[0]?.commentId, id);
    assert.deepEqual(graph.comments.get(id)?.answers, ["We have written to you."]);
    assert.equal(graph.comments.get(id)?.isLiked ?? false, type === "messenger");
    assert.deepEqual(graph.refused, []);
  });

  test(`${name}: the rest of the flow waits for the customer's answer`, async (t) => {
    const { graph, ann, node, pageId } = await converse(t, { flow: "Talk" });
    await ann.comment("price");
    await graph.waitFor(1);
    const { rows } = await waitingIn(node, pageId);

    await ann.say("Yes, please");
    await graph.until(() => ann.heard().length >= 4);
    await ann.say("ann@example.com");
    await graph.until(() => ann.heard().length >= 5);

    assert.equal(rows, 1);
    assert.deepEqual(ann.heard(), ["Hello", "Second", "Third", "Your e-mail?", "Thanks, ann@example.com"]);
    assert.deepEqual(graph.refused, []);
  });

  test(`${name}: a button of the private reply leads on`, async (t) => {
    const { graph, ann } = await converse(t, { flow: "Offer" });
    await ann.comment("price");
    await graph.until(() => ann.heard().length >= 1);

    await ann.press("Tell me more");

    await graph.until(() => ann.heard().length >= 2);
    assert.deepEqual(ann.heard(), ["Do you want to know more?", "It costs 5."]);
    assert.deepEqual(graph.refused, []);
  });

  test(`${name}: words, excluded words, posts, replies and the page's own comments decide`, async (t) => {
    const { graph, ann, node, pageId } = await converse(t, { excludes: ["spam"], posts: "ads" });
    await ann.comment("price", { isAd: false });
    await ann.comment("nice", { isAd: true });
    await ann.comment("price spam", { isAd: true });
    await ann.comment("price", { isAd: true, parentId: "801_1" });
    await ann.comment("price", { isAd: true, author: graph.accountId });
    await ann.comment("price", { isAd: true, verb: "edited", author: type === "messenger" ? ann.id : graph.accountId });

    const bob = graph.person("24001112223339");
    await bob.comment("price", { isAd: true });

    await graph.until(() => bob.heard().length >= 1);
    assert.deepEqual(ann.heard(), []);
    const customers = await node.deps.db.many(sql`select psid from customers where page_id = ${pageId}`);
    assert.deepEqual(customers, [{ psid: bob.psid }]);
  });

  test(`${name}: each person is answered once per post, unless the owner wants otherwise`, async (t) => {
    const { graph, ann, node, pageId } = await converse(t);
    const other = type === "messenger" ? `${graph.accountId}_802` : "17800000000802";
    await ann.comment("price");
    await ann.comment("price?");
    await ann.comment("price", { postId: other });

    await graph.until(() => ann.heard().length >= 2);
    await until(async () => (await waitingIn(node, pageId)).turns === 3);
    const again = await converse(t, { once_per_person: false });
    const bob = again.graph.person("24001112223339");
    await bob.comment("price");
    await bob.comment("price");
    await again.graph.until(() => bob.heard().length >= 2);

    assert.equal(ann.heard().length, 2);
    assert.deepEqual(graph.refused, []);
  });

  test(`${name}: a refused private reply fails with a reason that its owner understands`, async (t) => {
    const { graph, ann, node, pageId } = await converse(t, { once_per_person: false, answers: [] });
    const failedFor = async (reason: string) => {
      await until(async () => (await listFailedMessages(node.deps.db, pageId, 10))[0]?.reason === reason);
    };
    // Somebody has answered in the platform's own inbox before us.
    graph.trouble = ({ body }) =>
      "message" in body ? { refuse: { code: 10900, message: "Activity already replied to" } } : undefined;
    await ann.comment("price");
    await failedFor("comment_answered");
    graph.trouble = () => undefined;

    await ann.comment("price", { at: graph.now() - week - 60_000 });
    await failedFor("comment_closed");

    await ann.comment("price", { isDeleted: true });
    await failedFor(type === "messenger" ? "comment_gone" : "comment_closed");

    assert.deepEqual(ann.heard(), []);
  });

  test(`${name}: calls whose answers are lost are not made twice`, async (t) => {
    const { graph, ann, listMessages } = await converse(t, { answers: ["We have written to you."] });
    graph.echoes = false;
    // Each call is taken, and its answer is lost; the retry meets what the first has done.
    const lost = new Set<string>();
    graph.trouble = ({ method, path }) => {
      if (method === "GET" || lost.has(path)) return undefined;
      lost.add(path);
      return { reset: true };
    };

    const { id } = await ann.comment("price");
    await until(async () => (await statusesOf(listMessages)) === "sent sent");

    assert.deepEqual(ann.heard(), ["It costs 5."]);
    assert.deepEqual(graph.comments.get(id)?.answers, ["We have written to you."]);
    assert.deepEqual(
      graph.refused.map(({ fault }) => fault.code),
      [10900],
    );
  });

  // Instagram names people by one id.
  if (type === "messenger") {
    test(`${name}: the conversation goes on under the id that the private reply reaches`, async (t) => {
      const { graph, ann, node, pageId } = await converse(t, { flow: "Talk" });

      await ann.comment("price", { author: "7700000000001" });
      await graph.until(() => ann.heard().length >= 1);
      await until(async () => (await runOf(node, pageId, ann.psid)) !== null);
      await ann.say("Yes");
      await graph.until(() => ann.heard().length >= 4);
      await ann.comment("price", { author: "7700000000001" });

      await ann.say("ann@example.com");
      await graph.until(() => ann.heard().length >= 5);
      assert.deepEqual(ann.heard(), ["Hello", "Second", "Third", "Your e-mail?", "Thanks, ann@example.com"]);
      assert.equal(await runOf(node, pageId, ann.psid.replace(ann.id, "7700000000001")), null);
      assert.deepEqual(graph.refused, []);
    });
  }

  async function converse(t: Test, given: { flow?: string } & Record<string, unknown> = {}) {
    const { flow = "Price", ...settings } = given;
    const started = await start(t);
    const { graph } = started;
    const tool = {
      ...{ type: "comments" as const, name: "Prices", ref: null, flow, is_published: true },
      settings: { words: ["price"], answers: ["We have written to you."], ...settings } as never,
    };
    const file = { flows: [aFlow("Price", "It costs 5."), offer, talk], keywords: [], main_menu: [], tools: [tool] };
    const outbound = channels[type]?.outbound;
    assert.ok(outbound);
    const impatient = {
      ...channels,
      [type]: { ...channels[type], outbound: { ...outbound, confirmsWithinSeconds: 2 } },
    };
    const { node, pageId } = await aConversation(t, type, platformOn(started), { file, channels: impatient });
    const listMessages = () =>
      node.deps.db.many<{ status: string }>(sql`select status from messages where page_id = ${pageId} order by id`);
    return { graph, node, pageId, ann: graph.person("24001112223331"), listMessages };
  }
}

for (const login of ["facebook", "instagram"] as const) {
  test(`instagram by ${login}: a comment on a live video gets its private reply while the video lasts`, async (t) => {
    const started = await startInstagram(t, { login });
    const { graph } = started;
    const settings = { hide: true, answers: ["Thank you!"] } as never;
    const tools = [{ type: "comments" as const, name: "Live", ref: null, flow: "Price", is_published: true, settings }];
    const file = { flows: [aFlow("Price", "It costs 5.")], keywords: [], main_menu: [], tools };
    const { node, pageId } = await aConversation(t, "instagram", platformOn(started), { file });
    const [ann, bob] = [graph.person("24001112223331"), graph.person("24001112223332")];
    const live = { isLive: true, postId: "17800000000900" };
    await ann.comment("hi", live);
    await graph.until(() => ann.heard().length >= 1);

    graph.endedLives.add(live.postId);
    const { id } = await bob.comment("hi", live);
    await until(async () => (await listFailedMessages(node.deps.db, pageId, 10)).length === 1);

    const [failed] = await listFailedMessages(node.deps.db, pageId, 10);
    assert.equal(failed?.reason, "comment_closed");
    assert.deepEqual([ann.heard(), bob.heard()], [["It costs 5."], []]);
    // Nothing is tried in public, since it would be refused.
    assert.deepEqual(graph.comments.get(id)?.answers, []);
    assert.equal(graph.refused.length, 1);
  });
}

const said = (text: string, more: object = {}) => ({ messages: [{ type: "text" as const, text, ...more }] });
const steps = (start: string, all: object) => ({ version: 1, start, steps: all });

const offer = {
  name: "Offer",
  published: true,
  document: steps("ask", {
    ask: {
      type: "message",
      content: said("Do you want to know more?", { buttons: [{ type: "flow", title: "Tell me more", flow: "Price" }] }),
      next: null,
    },
  }),
};

/** The first step has two messages, and a question waits behind the second step. */
const talk = {
  name: "Talk",
  published: true,
  document: steps("one", {
    one: {
      type: "message",
      content: { messages: [...said("Hello").messages, ...said("Second").messages] },
      next: "two",
    },
    two: { type: "message", content: said("Third"), next: "ask" },
    ask: {
      ...{ type: "ask", accept: "email", save_to: "email", content: said("Your e-mail?") },
      next: { answered: "done" },
    },
    done: { type: "message", content: said("Thanks, {{email}}"), next: null },
  }),
};

async function waitingIn(
  node: Awaited<ReturnType<typeof aConversation>>["node"],
  pageId: string,
): Promise<{ rows: number; turns: number }> {
  const { db } = node.deps;
  const [messages, turns] = await Promise.all([
    db.many(sql`select from messages where page_id = ${pageId} and content ->> 'type' = 'text'`),
    db.many(sql`select from turns where page_id = ${pageId}`),
  ]);
  return { rows: messages.length, turns: turns.length };
}

const statusesOf = async (listMessages: () => Promise<{ status: string }[]>) =>
  (await listMessages()).map(({ status }) => status).join(" ");

/** The step at which the customer's run waits. */
async function runOf(node: Awaited<ReturnType<typeof aConversation>>["node"], pageId: string, psid: string) {
  const [row] = await node.deps.db.many<{ step: string | null }>(sql`
    select state -> 'main' ->> 'step' as step from customers where page_id = ${pageId} and psid = ${psid}`);
  return row?.step ?? null;
}
