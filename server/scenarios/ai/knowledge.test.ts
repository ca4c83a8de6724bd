import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { sql } from "../../store/db/sql.ts";
import { aServer } from "../../test/loopback-server.ts";
import { testNode } from "../../test/node.ts";
import { anAiDocument, anAiPage } from "../../test/platforms/models/ai-page.ts";
import { aModelServer } from "../../test/platforms/models/model-server.ts";
import type { AskedModel, Said } from "../../test/platforms/models/protocol-server.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const node = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const { db } = node.deps;

type Page = {
  text: string;
  answer: (asked: AskedModel, count: number) => Said;
  step?: Record<string, unknown>;
  steps?: Record<string, unknown>;
};

/** A page that answers from a text, once it is read, and a visitor. */
async function aPageWithKnowledge(t: TestContext, { text, answer, step, steps }: Page) {
  const server = await aModelServer(t, "openai", answer);
  const knowledge = [{ kind: "text" as const, name: "Shop", text }];
  const document = anAiDocument({ knowledge: {}, ...step }, steps);
  const { pageId } = await anAiPage({ db }, server.model, document, { knowledge });
  await until(
    async () =>
      (await db.count(sql`
        select from knowledge_sources where page_id = ${pageId} and state = 'ready'`)) === 1,
  );
  const visitor = await aVisitor(node.baseUrl, pageId);
  let count = 0;
  return {
    ...{ server, pageId },
    async hears(words: string): Promise<string> {
      const isOfPage = ({ from }: { from: string }) => from === "page";
      await visitor.say(words);
      count += 1;
      const heard = (await visitor.hear((all) => all.filter(isOfPage).length === count)).filter(isOfPage);
      return heard.at(-1)?.text ?? "";
    },
  };
}

const shownIds = ({ messages }: AskedModel) =>
  [...(messages.at(-1)?.text ?? "").matchAll(/<passage id="(\d+)">/g)].map(([, id]) => Number(id));

test("an answer from another service needs no passage, and is no question without an answer", async (t) => {
  const shop = await aServer(t, (_, response) => response.end('{"state":"sent"}'));
  const tools = [{ tool: "call_request", step: "ask", description: "Asks for an order." }];
  const { server, pageId, hears } = await aPageWithKnowledge(t, {
    text: "# Returns\nReturns are free for thirty days.",
    step: { tools },
    steps: { ask: { type: "request", method: "GET", url: `${shop.origin}/orders/7` } },
    answer: (_, count) =>
      count === 1
        ? { tools: [{ name: "call_request_1", arguments: {} }] }
        : { tools: [{ name: "answer", arguments: { text: "It is on its way.", is_sure: true, passages: [] } }] },
  });

  assert.equal(await hears("Where is my order?"), "It is on its way.");

  assert.match(server.seen[0]?.system ?? "", /only from the passages and the results of tools/);
  assert.equal(await db.count(sql`select from knowledge_misses where page_id = ${pageId}`), 0);
});

test("a short question goes on with what was asked before", async (t) => {
  const { hears } = await aPageWithKnowledge(t, {
    text: "# Linen shirts\nLinen shirts come in white for forty euros.\n\n# Returns\nReturns are free for thirty days.",
    answer: (asked) => ({
      form: { text: `From ${shownIds(asked).length}.`, is_sure: true, passages: shownIds(asked) },
    }),
  });

  assert.equal(await hears("And which colours?"), "Not sure.");
  assert.equal(await hears("Do you have linen shirts?"), "From 1.");
  assert.equal(await hears("And which colours?"), "From 1.");
});
