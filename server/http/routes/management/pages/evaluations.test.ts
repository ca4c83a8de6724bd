import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { EvaluationForm } from "@banter/core/flow/ai/evaluation.ts";
import { noLimits } from "@banter/core/flow/ai/model.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { applyPageFile } from "../../../../domain/page-file/apply.ts";
import { readPageFile } from "../../../../domain/page-file/read.ts";
import { loadPageState } from "../../../../domain/page-file/state.ts";
import { refusalOf } from "../../../../test/agent.ts";
import { aPageFile } from "../../../../test/builders.ts";
import { aServer } from "../../../../test/loopback-server.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { anAiDocument, giveKey, usageOf } from "../../../../test/platforms/models/ai-page.ts";
import { aModelServer } from "../../../../test/platforms/models/model-server.ts";
import type { AskedModel, Said } from "../../../../test/platforms/models/protocol-server.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

/** Says what fits the words that it is asked last. */
function answering(answers: Record<string, Said>) {
  return ({ messages }: AskedModel): Said => {
    const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
    return Object.entries(answers).find(([words]) => asked.includes(words))?.[1] ?? { text: "Hello." };
  };
}

/** A page of the owner with the flow "Bot", published, whose step `ai` asks the server's model. */
async function aPageWith(server: Awaited<ReturnType<typeof aModelServer>>, document = anAiDocument(), more = {}) {
  const pageId = await aPageOf(deps, owner);
  await giveKey(deps, pageId);
  const flows = [{ name: "Bot", published: true, document: document as never }];
  await applyPageFile(deps, pageId, aPageFile({ models: [server.model], flows, ...more }), { prune: true });
  const state = (await loadPageState(deps.db, pageId)) ?? assert.fail();
  return { params: { page_id: pageId }, flow_id: state.flows[0]?.id ?? assert.fail(), state };
}

const says = (text: string) => ({ expect: "says" as const, text });
const asks = (text: string, ...expects: EvaluationForm["questions"][number]["expects"]) => ({
  ...{ said: [{ from: "customer" as const, text }], expects },
});

async function hasRun(params: { page_id: string; evaluation_id: number }) {
  const read = () => api("GET /pages/:page_id/evaluations/:evaluation_id", { params });
  await until(async () => !(await read()).is_running);
  return read();
}

test("questions are run on draft and live, judged, and counted towards the page's limits", async (t) => {
  const server = await aModelServer(
    t,
    "openai",
    answering({ Hue: { text: "Giao hàng trong hai ngày." }, discount: { text: "Discounts end today." } }),
  );
  const { params, flow_id } = await aPageWith(server);
  const form: EvaluationForm = {
    ...{ name: "Delivery", flow_id, step: "ai", blocks: false },
    questions: [
      asks("How long to Hue?", says("HAI NGAY"), { expect: "leaves", exit: "answered" }),
      asks("Any discount?", { expect: "says_not", text: "discounts" }),
      {
        said: [
          { from: "customer", text: "Hi" },
          { from: "page", text: "Hello, how can I help?" },
          { from: "customer", text: "Never mind" },
        ],
        expects: [],
      },
    ],
  };

  const made = await api("POST /pages/:page_id/evaluations", { params, body: form });
  assert.deepEqual([made.draft, made.live, made.is_running], ["old", "old", false]);
  const at = { ...params, evaluation_id: made.id };
  await api("POST /pages/:page_id/evaluations/:evaluation_id/run", { params: at, body: {} });
  const ran = await hasRun(at);

  const of = ({ draft, live }: (typeof ran.questions)[number]) => [draft?.passed, draft?.verdicts, live?.said];
  assert.deepEqual(ran.questions.map(of), [
    [true, [true, true], "Giao hàng trong hai ngày."],
    [false, [false], "Discounts end today."],
    [true, [], "Hello."],
  ]);
  assert.deepEqual([ran.draft, ran.live, server.seen.length], ["failed", "failed", 6]);
  assert.deepEqual(
    server.seen.filter(({ messages }) => messages.length > 1).map(({ messages }) => messages.map(({ text }) => text)),
    [0, 1].map(() => ["Hi", "Hello, how can I help?", "Never mind"]),
  );
  assert.equal(ran.questions[0]?.draft?.cost, 140);
  assert.deepEqual(await usageOf(deps.db, params.page_id), { "": "6 720 840" });
  assert.deepEqual((await api("GET /pages/:page_id/knowledge/misses", { params })).misses, []);
  const { evaluations } = await api("GET /pages/:page_id/evaluations", { params });
  assert.deepEqual(
    evaluations.map(({ name, questions, draft }) => [name, questions, draft]),
    [["Delivery", 3, "failed"]],
  );
});

test("cited sources and tools are judged, and a tool's request is not made", async (t) => {
  const shop = await aServer(t, (_, response) => response.end("{}"));
  const server = await aModelServer(t, "openai", ({ results, messages }) => {
    const text = messages.findLast(({ role }) => role === "user")?.text ?? "";
    const passage = Number(/id="?(\d+)/.exec(text)?.[1]);
    if (text.includes("open")) return { form: { text: "At nine.", is_sure: true, passages: [passage] } };
    if (results.length === 0) return { tools: [{ name: "call_request_1", arguments: {} }] };
    return { form: { text: "", is_sure: false, passages: [] } };
  });
  const tools = [{ tool: "call_request", step: "ask", description: "Asks the shop." }];
  const ask = { type: "request", method: "GET", url: `${shop.origin}/stock` };
  const document = anAiDocument({ tools, knowledge: {} }, { ask });
  const knowledge = [{ kind: "text", name: "Opening hours", text: "# Opening hours\nWe open at nine." }];
  const { params, flow_id, state } = await aPageWith(server, document, { knowledge });
  const source_id = state.knowledge[0]?.id ?? assert.fail();
  await until(async () => (await api("GET /pages/:page_id/knowledge", { params })).sources[0]?.state === "ready");
  const form: EvaluationForm = {
    ...{ name: "Facts", flow_id, step: "ai", blocks: false },
    questions: [
      asks("When do you open?", { expect: "cites", source_id }),
      asks("Is it in stock?", { expect: "calls", tool: "call_request_1" }, { expect: "leaves", exit: "unsure" }),
    ],
  };

  const { id } = await api("POST /pages/:page_id/evaluations", { params, body: form });
  const at = { ...params, evaluation_id: id };
  await api("POST /pages/:page_id/evaluations/:evaluation_id/run", { params: at, body: { targets: ["draft"] } });
  const { questions, draft, live } = await hasRun(at);

  assert.deepEqual(
    questions.map((question) => [question.draft?.passed, question.draft?.cites, question.draft?.tools]),
    [
      [true, [source_id], []],
      [true, [], ["call_request_1"]],
    ],
  );
  assert.deepEqual([draft, live, shop.seen.length], ["passed", "old", 0]);
  assert.deepEqual((await api("GET /pages/:page_id/knowledge/misses", { params })).misses, []);
});

test("a draft is published only once it has passed the evaluations that block it", async (t) => {
  const server = await aModelServer(t, "openai", ({ system }) => ({
    text: system.includes("Be kind") ? "Gladly!" : "No.",
  }));
  const { params, flow_id } = await aPageWith(server);
  const inFlow = { ...params, flow_id };
  const form = { name: "Kindness", flow_id, step: "ai", blocks: true, questions: [asks("Help?", says("gladly"))] };
  const { id } = await api("POST /pages/:page_id/evaluations", { params, body: form });
  const at = { ...params, evaluation_id: id };
  const run = async () => {
    await api("POST /pages/:page_id/evaluations/:evaluation_id/run", { params: at, body: { targets: ["draft"] } });
    return hasRun(at);
  };
  const publish = async () => {
    const { revision } = await api("GET /pages/:page_id/flows/:flow_id", { params: inFlow });
    return api("POST /pages/:page_id/flows/:flow_id/publish", { params: inFlow, body: { revision } });
  };
  const edit = async (instructions: string) => {
    const flow = await api("GET /pages/:page_id/flows/:flow_id", { params: inFlow });
    const { steps, ...draft } = flow.draft as { steps: Record<string, object> };
    const edited = { ...draft, steps: { ...steps, ai: { ...steps.ai, instructions } } };
    const body = { draft: edited as never, revision: flow.revision };
    await api("PUT /pages/:page_id/flows/:flow_id/draft", { params: inFlow, body });
  };

  await edit("Answer.");
  assert.equal(await refusalOf(publish()), "400 invalid_field");
  assert.equal((await run()).draft, "failed");
  assert.equal(await refusalOf(publish()), "400 invalid_field");

  await edit("Be kind.");
  const [question] = (await api("GET /pages/:page_id/evaluations/:evaluation_id", { params: at })).questions;
  assert.deepEqual([question?.draft?.is_old, question?.draft?.passed], [true, false]);
  assert.equal(await refusalOf(publish()), "400 invalid_field");
  assert.equal((await run()).draft, "passed");
  assert.equal((await publish()).version, 2);
});

test("a limit of the page ends as a failure of each question", async (t) => {
  const server = await aModelServer(t, "openai");
  const model_limits = { ...noLimits, page_day: { calls: 1, tokens: null, cost: null } };
  const { params, flow_id } = await aPageWith(server, undefined, { model_limits });
  const questions = ["One", "Two", "Three"].map((text) => asks(text));
  const form = { name: "Three", flow_id, step: "ai", blocks: false, questions };
  const { id } = await api("POST /pages/:page_id/evaluations", { params, body: form });
  const at = { ...params, evaluation_id: id };

  await api("POST /pages/:page_id/evaluations/:evaluation_id/run", { params: at, body: { targets: ["draft"] } });
  const ran = await hasRun(at);

  assert.equal(server.seen.length, 1);
  assert.deepEqual(ran.questions.map(({ draft }) => draft?.failure).toSorted(), [
    ...["limit_page_day", "limit_page_day", null],
  ]);
});

test("questions that stay keep their results, and a step that is gone is told", async (t) => {
  const server = await aModelServer(t, "openai");
  const { params, flow_id } = await aPageWith(server);
  const form = { name: "Two", flow_id, step: "ai", blocks: false, questions: [asks("One"), asks("Two")] };
  const { id } = await api("POST /pages/:page_id/evaluations", { params, body: form });
  const at = { ...params, evaluation_id: id };
  await api("POST /pages/:page_id/evaluations/:evaluation_id/run", { params: at, body: {} });
  const { questions } = await hasRun(at);
  const change = async (more: object) => {
    const kept = questions.map(({ id, said, expects }) => ({ id, said, expects }));
    const body = { ...form, questions: [...kept.slice(1), asks("New")], ...more };
    return api("PUT /pages/:page_id/evaluations/:evaluation_id", { params: at, body });
  };

  const changed = await change({});
  assert.deepEqual(
    changed.questions.map(({ said, draft }) => [said[0]?.text, draft?.passed]),
    [
      ["Two", true],
      ["New", undefined],
    ],
  );
  assert.equal(changed.draft, "old");

  const moved = await change({ step: "gone" });
  assert.deepEqual(
    moved.questions.map(({ draft }) => draft),
    [null, null],
  );
  await api("POST /pages/:page_id/evaluations/:evaluation_id/run", { params: at, body: {} });
  const ran = await hasRun(at);
  assert.deepEqual(
    ran.questions.map(({ live }) => live?.failure),
    ["step_missing", "step_missing"],
  );

  assert.equal(await refusalOf(api("POST /pages/:page_id/evaluations", { params, body: form })), "409 conflict");
  await api("DELETE /pages/:page_id/evaluations/:evaluation_id", { params: at });
  assert.deepEqual((await api("GET /pages/:page_id/evaluations", { params })).evaluations, []);
});

test("a question from a conversation goes with its customer, and is in no page file", async (t) => {
  const server = await aModelServer(t, "openai");
  const { params, flow_id, state } = await aPageWith(server);
  const form = { name: "Real", flow_id, step: "ai", blocks: true, questions: [asks("Written by a member")] };
  const { id } = await api("POST /pages/:page_id/evaluations", { params, body: form });
  const at = { ...params, evaluation_id: id };
  const { psid, say } = await aVisitor(baseUrl, params.page_id);
  await say("Where is my order?");
  await until(
    async () => (await api("GET /pages/:page_id/conversations", { params, query: {} })).conversations.length > 0,
  );

  const question = asks("Where is my order?", says("on its way"));
  const add = (of: string) =>
    api("POST /pages/:page_id/evaluations/:evaluation_id/questions", { params: at, body: { psid: of, question } });
  await add(psid);
  assert.equal(await refusalOf(add("web_100000000000009")), "404 not_found");

  const texts = async () =>
    (await api("GET /pages/:page_id/evaluations/:evaluation_id", { params: at })).questions.map(({ said, psid }) => [
      said[0]?.text,
      psid,
    ]);
  const both = [
    ["Written by a member", null],
    ["Where is my order?", psid],
  ];
  assert.deepEqual(await texts(), both);
  const file = await readPageFile(deps, params.page_id);
  assert.deepEqual(file.evaluations, [
    { name: "Real", flow: "Bot", step: "ai", blocks: true, questions: [asks("Written by a member")] },
  ] satisfies PageFile["evaluations"]);
  await applyPageFile(deps, params.page_id, file, { prune: true });
  assert.deepEqual(await texts(), both);
  assert.ok(state.flows.length > 0);

  await api("DELETE /pages/:page_id/customers/:psid", { params: { ...params, psid } });
  await until(async () => (await texts()).length === 1);
});
