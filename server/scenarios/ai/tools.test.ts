import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { sql } from "../../store/db/sql.ts";
import { aFlow } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { idsByName } from "../../test/page-state.ts";
import { anAiDocument, anAiPage, tracesOf } from "../../test/platforms/models/ai-page.ts";
import { aModelServer } from "../../test/platforms/models/model-server.ts";
import type { Said } from "../../test/platforms/models/protocol-server.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const node = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const { db } = node.deps;

const use = (...names: string[]): Said => ({ tools: names.map((name) => ({ name, arguments: {} })) });

/** A visitor of a page whose model may mark customers, start a flow and ask for a person. */
async function aVisit(t: TestContext, answer: (count: number) => Said) {
  const server = await aModelServer(t, "openai", (_, count) => answer(count));
  const document = anAiDocument({
    tools: [
      { tool: "add_tag", tag: "vip", description: "A regular." },
      { tool: "start_flow", flow: "Prices", description: "Asks for prices." },
      { tool: "hand_over", description: "Asks for a person." },
    ],
  });
  const flow = { name: "Bot", published: true, document: document as never };
  const { pageId } = await anAiPage({ db }, server.model, document, {
    tags: ["vip"],
    flows: [flow, aFlow("Prices", "Five euros.")],
  });
  const visitor = await aVisitor(node.baseUrl, pageId);
  return {
    ...{ server, pageId, visitor },
    tags: () =>
      db
        .get<{ tags: number[] }>(sql`select tags from customers where page_id = ${pageId} and psid = ${visitor.psid}`)
        .then(({ tags }) => tags),
    vip: (await idsByName({ db }, pageId)).get("tag vip"),
  };
}

const heard = (messages: { from: string; text?: string }[]) =>
  messages.flatMap(({ from, text }) => (from === "page" ? [text] : []));

test("a model marks a customer, is told so, and starts a flow that answers", async (t) => {
  const { server, pageId, visitor, tags, vip } = await aVisit(t, (count) =>
    count === 1 ? use("add_tag_1") : use("start_flow_2"),
  );

  await visitor.say("Prices?");
  const messages = await visitor.hear((all) => heard(all).length > 0);

  assert.deepEqual(heard(messages), ["Five euros."]);
  assert.deepEqual(await tags(), [vip]);
  assert.deepEqual(server.seen[1]?.results, [{ name: "add_tag_1", result: "<result>\nDone.\n</result>" }]);
  assert.equal(server.seen.length, 2);
  const notes = (await tracesOf(db, pageId)).flatMap(({ notes = [] }) => notes);
  assert.deepEqual(
    notes.flatMap((note) => (note.note === "model" ? [[note.did, note.tools]] : [])),
    [
      ["tools", [["add_tag_1", "done"]]],
      ["routed", [["start_flow_2", "done"]]],
    ],
  );
});

test("a model asks for a person with a word before, and says nothing more", async (t) => {
  const { server, pageId, visitor, tags, vip } = await aVisit(t, () => ({
    tools: [
      { name: "add_tag_1", arguments: {} },
      { name: "answer", arguments: { text: "A colleague will help." } },
      { name: "hand_over_3", arguments: {} },
    ],
  }));

  await visitor.say("I want a person.");
  await until(async () => (await db.count(sql`select from hand_overs where page_id = ${pageId}`)) === 1);
  await visitor.say("Hello?");
  await until(async () => (await tracesOf(db, pageId)).length === 3);

  assert.deepEqual(heard(await visitor.hear((all) => heard(all).length > 0)), ["A colleague will help."]);
  assert.deepEqual(await tags(), [vip]);
  assert.equal(server.seen.length, 1);
});
