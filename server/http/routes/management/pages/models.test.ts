import assert from "node:assert/strict";
import { after, test } from "node:test";
import { noLimits } from "@banter/core/flow/ai/model.ts";
import { ModelReply } from "@banter/core/flow/ai/model-reply.ts";
import { readPageFile } from "../../../../domain/page-file/read.ts";
import { refusalOf } from "../../../../test/agent.ts";
import { testApp } from "../../../../test/app.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { giveKey, usageOf } from "../../../../test/platforms/models/ai-page.ts";
import { aModelServer, type ModelServer } from "../../../../test/platforms/models/model-server.ts";
import { until } from "../../../../test/until.ts";

const { baseUrl, deps } = await testApp({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);
const server = await aModelServer({ after }, "openai");

test("models are made, changed, listed in order and deleted, each under its own name", async () => {
  const params = { page_id: await aPageOf(deps, owner) };

  const small = await api("POST /pages/:page_id/models", { params, body: server.model });
  const large = await api("POST /pages/:page_id/models", { params, body: { ...server.model, name: "Large" } });
  const inLarge = { ...params, model_id: large.id };
  await api("PATCH /pages/:page_id/models/:model_id", { params: inLarge, body: { max_tokens: 4000 } });
  const taken = api("PATCH /pages/:page_id/models/:model_id", { params: inLarge, body: { name: "Small" } });

  assert.equal(await refusalOf(taken), "409 conflict");
  const { models } = await api("GET /pages/:page_id/models", { params });
  assert.deepEqual(
    models.map(({ name, max_tokens }) => [name, max_tokens]),
    [
      ["Small", 200],
      ["Large", 4000],
    ],
  );
  const file = await readPageFile(deps, params.page_id);
  assert.deepEqual(file.models?.[0], server.model);
  await api("DELETE /pages/:page_id/models/:model_id", { params: { ...params, model_id: small.id } });
  assert.equal((await api("GET /pages/:page_id/models", { params })).models.length, 1);
});

test("a protocol without embeddings is refused for them, and so is a 21st model", async () => {
  const params = { page_id: await aPageOf(deps, owner) };
  const embeddings = { ...server.model, protocol: "anthropic", purpose: "embeddings" } as const;

  assert.match(await refusalOf(api("POST /pages/:page_id/models", { params, body: embeddings })), /^4\d\d /);
  for (let number = 1; number <= 20; number++)
    await api("POST /pages/:page_id/models", { params, body: { ...server.model, name: `Model ${number}` } });
  assert.equal(await refusalOf(api("POST /pages/:page_id/models", { params, body: server.model })), "409 conflict");
});

test("a model is tried with a word for each refusal, and every call counts", async () => {
  const params = { page_id: await aPageOf(deps, owner) };
  const trying = (more: object = {}) =>
    api("POST /pages/:page_id/models/try", { params, body: { model: { ...server.model, ...more }, text: "Hi" } });

  assert.deepEqual(await trying(), { ok: false, reason: "secret_missing" });
  await giveKey(deps, params.page_id, "a-wrong-key");
  assert.deepEqual(await trying(), { ok: false, reason: "key_refused", status: 401, detail: "The key is wrong." });
  await giveKey(deps, params.page_id);
  assert.deepEqual(await trying({ base_url: "http://10.0.0.1/v1", key: null }), {
    ok: false,
    reason: "blocked_address",
  });
  assert.deepEqual(await trying({ base_url: `${server.origin}/v2` }), {
    ...{ ok: false, reason: "model_unknown", status: 404, detail: "There is no such model." },
  });
  const answer = await trying();

  assert.ok(answer.ok);
  assert.deepEqual([answer.text, answer.input_tokens, answer.output_tokens, answer.cost], ["Hello.", 100, 20, 140]);
  assert.deepEqual(answer.lacks, []);
  assert.deepEqual(await usageOf(deps.db, params.page_id), { "": "7 360 420" });
  const { today, month } = await api("GET /pages/:page_id/model_limits", { params });
  assert.deepEqual(
    [today, month],
    [
      { calls: 7, tokens: 360, cost: 420 },
      { calls: 7, tokens: 360, cost: 420 },
    ],
  );
});

test("a model that cannot fill in forms or use tools is told as such, whatever else its server refuses", async (t) => {
  const params = { page_id: await aPageOf(deps, owner) };
  await giveKey(deps, params.page_id);
  const lacksOf = async ({ model }: ModelServer) => {
    const tried = await api("POST /pages/:page_id/models/try", { params, body: { model, text: "Hi" } });
    return tried.ok ? tried.lacks : tried.reason;
  };

  const onlyWords = await aModelServer(t, "openai", () => ({ text: "Hello." }));
  const withoutForms = await aModelServer(t, "anthropic", ({ schema }) =>
    schema ? { text: "Hello." } : { text: "Hello.", tools: [{ name: "greet", arguments: { words: "Hello." } }] },
  );
  const inItsWay = await aModelServer(
    t,
    "openai",
    ({ system, tools: [tool] }) => {
      if (tool) return { tools: [{ name: tool.name, arguments: { words: "Hello." } }] };
      return { text: /JSON/.test(system) ? 'Here you are:\n```json\n{"words": "Hello."}\n```' : "Hello." };
    },
    { lacks: ["stream_options", "response_format", "tool_choice"] },
  );
  const busy = await aModelServer(t, "gemini", (_, count) =>
    count === 1 ? { text: "Hello." } : { fault: "status", status: 500 },
  );

  assert.deepEqual(await lacksOf(onlyWords), ["forms", "tools"]);
  assert.deepEqual(await lacksOf(withoutForms), ["forms"]);
  assert.deepEqual(await lacksOf(inItsWay), []);
  assert.deepEqual(await lacksOf(busy), []);
});

test("limits are stored, and a call that could go beyond one is not made", async () => {
  const params = { page_id: await aPageOf(deps, owner) };
  await giveKey(deps, params.page_id);
  const { id } = await api("POST /pages/:page_id/models", { params, body: server.model });
  const call = {
    ...{ modelId: id, instructions: "Be brief.", language: null, maxLength: 600, history: 0, knowledge: null },
    ...{ tools: [], intents: [], fields: [], rounds: [] },
  };
  const asking = () =>
    api("POST /pages/:page_id/models/ask", { params, body: { call, messages: [{ from: "customer", text: "Hi" }] } });

  const limits = { ...noLimits, page_month: { calls: 1, tokens: null, cost: null } };
  await api("PUT /pages/:page_id/model_limits", { params, body: limits });
  const first = await asking();

  assert.ok(first.ok);
  assert.equal(ModelReply.parse(JSON.parse(first.body)).text, "Hello.");
  assert.deepEqual(await asking(), { ok: false, reason: "limit_page_month" });
  await api("PUT /pages/:page_id/model_limits", { params, body: { ...limits, page_month: noLimits.page_month } });
  assert.ok((await asking()).ok);
});

test("the words of an answer are told to the page's streams while it is written, if the caller watches", async (t) => {
  const params = { page_id: await aPageOf(deps, owner) };
  await giveKey(deps, params.page_id);
  const told: string[] = [];
  const leave = deps.live.subscribe(params.page_id, (event) => {
    if (event?.type === "model_words") told.push(`${event.watch}: ${event.text}`);
  });
  async function* pieces() {
    yield "Half an ";
    await until(() => told.length > 0);
    yield "answer.";
  }
  const speaking = await aModelServer(t, "openai", (_, count) =>
    count === 1 ? { pieces: pieces() } : { text: "A whole answer." },
  );
  const { id } = await api("POST /pages/:page_id/models", { params, body: speaking.model });
  const call = {
    ...{ modelId: id, instructions: "Be brief.", language: null, maxLength: 600, history: 0, knowledge: null },
    ...{ tools: [], intents: [], fields: [], rounds: [] },
  };
  const messages = [{ from: "customer" as const, text: "Hi" }];

  const watched = await api("POST /pages/:page_id/models/ask", { params, body: { call, messages, watch: "test-1" } });
  await api("POST /pages/:page_id/models/ask", { params, body: { call, messages } });
  leave();

  assert.equal(watched.ok && ModelReply.parse(JSON.parse(watched.body)).text, "Half an answer.");
  assert.deepEqual(told, ["test-1: Half an"]);
});
