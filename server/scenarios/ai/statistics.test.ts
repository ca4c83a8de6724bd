import assert from "node:assert/strict";
import { after, test } from "node:test";
import { applyPageFile } from "../../domain/page-file/apply.ts";
import { todayIn } from "../../domain/statistics/period.ts";
import { aPageFile } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../test/people.ts";
import { anAiDocument, anAiFile, giveKey } from "../../test/platforms/models/ai-page.ts";
import { aModelServer } from "../../test/platforms/models/model-server.ts";
import type { AskedModel, Said } from "../../test/platforms/models/protocol-server.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

/** Does what the customer's words say. */
function answer({ messages, results }: AskedModel): Said {
  const answered = (given: object) => ({ tools: [{ name: "answer", arguments: { text: "Hello.", ...given } }] });
  const words = messages.at(-1)?.text;
  if (words === "look" && results.length === 0) {
    const refused = { name: "add_tag_9", arguments: {} };
    return { tools: [{ name: "look_up_1", arguments: {} }, { name: "look_up_1", arguments: {} }, refused] };
  }
  if (words === "unsure") return answered({ is_sure: false });
  if (words === "order") return answered({ intent: "order" });
  if (words === "person") return { tools: [{ name: "hand_over_2", arguments: {} }] };
  return words === "fail" ? { text: "No.", stop: "declined" } : answered({});
}

test("what models did is counted by step and by day, with their tools and their cost", async (t) => {
  const server = await aModelServer(t, "openai", answer);
  const page_id = await aPageOf(deps, owner);
  await giveKey(deps, page_id);
  const document = anAiDocument({
    intents: [{ id: "order", name: "Order", description: "Wants to buy something." }],
    tools: [
      { tool: "look_up", fields: [{ field: "user_first_name" }] },
      { tool: "hand_over", description: "Asks for a person." },
    ],
    next: { order: "unsure" },
  });
  await applyPageFile(deps, page_id, aPageFile(anAiFile(server.model, document)), { prune: true });

  for (const words of ["hello", "look", "unsure", "order", "person", "fail"]) {
    const visitor = await aVisitor(baseUrl, page_id);
    await visitor.say(words);
  }
  const read = () => api("GET /pages/:page_id/statistics/ai", { params: { page_id }, query: {} });
  await until(async () => (await read()).steps[0]?.tokens === 7 * 120);

  const { steps, days } = await read();
  const numbers = { answered: 2, unsure: 1, failed: 1, handed_over: 1, routed: 1, tokens: 840, cost: 980 };
  const flow = { name: "Bot", id: steps[0]?.flow.id };
  const tools = [
    { name: "look_up_1", count: 2 },
    { name: "hand_over_2", count: 1 },
  ];
  assert.deepEqual(steps, [{ flow, step: "ai", conversations: 6, ...numbers, tools }]);
  assert.deepEqual(days, [{ at: todayIn("Asia/Ho_Chi_Minh"), ...numbers }]);
});
