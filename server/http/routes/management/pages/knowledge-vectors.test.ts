import assert from "node:assert/strict";
import { after, test } from "node:test";
import { noLimits } from "@banter/core/flow/ai/model.ts";
import { usualThreshold } from "@banter/core/knowledge/threshold.ts";
import { applyPageFile } from "../../../../domain/page-file/apply.ts";
import { sql } from "../../../../store/db/sql.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { anAiDocument, anAiPage, giveKey, usageOf } from "../../../../test/platforms/models/ai-page.ts";
import { aModelServer } from "../../../../test/platforms/models/model-server.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const owner = await aMember(deps);
const { api, fetch } = await signedIn(baseUrl, owner);

/** Knows two meanings. */
const vectorOf = (text: string) => (/send it back|refund/i.test(text) ? [1, 0.1, 0] : [0, 0.1, 1]);

const returns = "# Returns\nSend it back within 30 days.\n# Parking\nBehind the house.";

async function aBot() {
  const page_id = await aPageOf(deps, owner);
  await giveKey(deps, page_id);
  const params = { page_id };
  const list = async () => (await api("GET /pages/:page_id/knowledge", { params })).sources;
  return {
    ...{ page_id, params, list },
    upload: (name: string, text: string) =>
      fetch(`${baseUrl}/api/v1/pages/${page_id}/knowledge/files`, {
        method: "POST",
        headers: { "x-file-name": encodeURIComponent(name) },
        body: text,
      }),
    /** The heading that a question finds, if it is good enough. */
    find: async (question: string) => {
      const { passages } = await api("POST /pages/:page_id/knowledge/search", { params, body: { question } });
      return passages.find(({ score }) => score >= usualThreshold)?.heading;
    },
    addModel: (body: Awaited<ReturnType<typeof aModelServer>>["vectorModel"]) =>
      api("POST /pages/:page_id/models", { params, body }),
    /** Lets what waits for another try be tried now. */
    retry: async () => {
      await deps.db.count(
        sql`update knowledge_sources set embed_at = now() where page_id = ${page_id} and embed_at is not null`,
      );
      await api("POST /pages/:page_id/knowledge", { params, body: { kind: "flows", name: "Flows" } });
    },
    embedded: () => until(async () => (await list()).every(({ has_vectors }) => has_vectors)),
  };
}

for (const protocol of ["openai", "gemini"] as const)
  test(`${protocol}: a file is found by its meaning, whether the model or the file came first`, async (t) => {
    const server = await aModelServer(t, protocol, undefined, { vectorOf });
    const { page_id, upload, list, find, addModel, embedded } = await aBot();

    await upload("first.md", returns);
    assert.deepEqual([(await list())[0]?.has_vectors, await find("refund")], [false, undefined]);
    await addModel(server.vectorModel);
    await embedded();
    assert.equal(await find("refund"), "Returns");
    await upload("second.md", "# Gifts\nWe wrap them.");
    await embedded();

    assert.deepEqual(server.refused, []);
    assert.deepEqual(
      server.texts.map((texts) => texts.map((text) => text.split("\n")[0])),
      [["Returns", "Parking"], ["refund"], ["Gifts"]],
    );
    // Google tells no usage: the bytes are counted.
    const bytes = server.texts.flat().reduce((sum, text) => sum + Buffer.byteLength(text) + 16, 0);
    const tokens = protocol === "openai" ? 40 : bytes;
    assert.equal((await usageOf(deps.db, page_id))[""], `3 ${tokens} ${tokens}`);
  });

test("another model makes all vectors anew, and without one words find again", async (t) => {
  const [server, other] = await Promise.all([1, 2].map(() => aModelServer(t, "openai", undefined, { vectorOf })));
  if (!server || !other) return;
  const { page_id, params, upload, list, find, addModel, embedded } = await aBot();
  const { id: model_id } = await addModel(server.vectorModel);
  await upload("a.md", returns);
  await embedded();

  await api("PATCH /pages/:page_id/models/:model_id", {
    params: { page_id, model_id },
    body: { base_url: other.vectorModel.base_url },
  });
  await until(async () => other.texts.length === 1 && (await list())[0]?.has_vectors === true);
  assert.equal(await find("refund"), "Returns");
  await api("DELETE /pages/:page_id/models/:model_id", { params: { ...params, model_id } });

  assert.equal(await find("refund"), undefined);
  assert.equal(await find("parking"), "Parking");
  assert.equal(server.texts.length, 1);
});

test("a page file brings a model and a text, which gets its vectors", async (t) => {
  const server = await aModelServer(t, "openai", undefined, { vectorOf });
  const { page_id, find, list } = await aBot();

  const knowledge = [{ kind: "text", name: "Returns", text: returns }];
  await applyPageFile(deps, page_id, { banter: 1, models: [server.vectorModel], knowledge }, { prune: false });
  await until(async () => (await list()).some(({ has_vectors }) => has_vectors));

  assert.equal(await find("refund"), "Returns");
});

test("a model that fails is told with its reason, asked again later, and words find until then", async (t) => {
  const server = await aModelServer(t, "openai", undefined, { vectorOf });
  const { upload, list, find, addModel, retry } = await aBot();
  server.failsVectors({ fault: "status", status: 500 });
  await addModel(server.vectorModel);

  await upload("a.md", returns);
  await until(async () => (await list())[0]?.vector_error === "overloaded");
  assert.equal((await list())[0]?.has_vectors, false);
  assert.equal(await find("parking"), "Parking");
  server.failsVectors();
  await retry();
  await until(async () => (await list()).find(({ name }) => name === "a.md")?.has_vectors === true);

  assert.equal((await list()).find(({ name }) => name === "a.md")?.vector_error, null);
  assert.equal(await find("refund"), "Returns");
  // A question's vector is not waited for.
  server.failsVectors({ fault: "status", status: 500 });
  assert.equal(await find("parking"), "Parking");
});

test("vectors longer than any model's are refused, and words find without them", async (t) => {
  const long = (text: string) => new Array(text === "parking" ? 200_000 : 9000).fill(1);
  const server = await aModelServer(t, "openai", undefined, {
    vectorOf: (text) => (/parking|gifts/i.test(text.split("\n")[0] ?? "") ? long(text) : [1, 0]),
  });
  const { upload, list, find, addModel, embedded } = await aBot();
  await addModel(server.vectorModel);
  await upload("a.md", "# Returns\nSend it back within 30 days. There is parking.");
  await embedded();

  assert.equal(await find("parking"), "Returns");
  await upload("b.md", "# Gifts\nWe wrap them.");

  await until(async () => (await list()).find(({ name }) => name === "b.md")?.vector_error === "malformed");
  assert.deepEqual(server.texts[1], ["parking"]);
});

test("vectors are made within the limits of the page", async (t) => {
  const server = await aModelServer(t, "openai", undefined, { vectorOf });
  const { params, upload, list, addModel, retry } = await aBot();
  const body = { ...noLimits, page_day: { calls: 0, tokens: null, cost: null } };
  await api("PUT /pages/:page_id/model_limits", { params, body });
  await addModel(server.vectorModel);

  await upload("a.md", returns);
  await until(async () => (await list())[0]?.vector_error === "limit_page_day");
  assert.deepEqual(server.texts, []);
  await api("PUT /pages/:page_id/model_limits", { params, body: noLimits });
  await retry();

  await until(async () => (await list()).find(({ name }) => name === "a.md")?.has_vectors === true);
});

test("the vector of a customer's question counts for that customer, and its passages reach the model", async (t) => {
  const server = await aModelServer(
    t,
    "openai",
    ({ messages }) => {
      const id = Number(/<passage id="(\d+)">\nReturns: Returns/.exec(messages.at(-1)?.text ?? "")?.[1]);
      return { form: { text: "Within 30 days.", is_sure: true, passages: [id] } };
    },
    { vectorOf },
  );
  const document = anAiDocument({ knowledge: { sources: [], threshold: usualThreshold } });
  const { pageId } = await anAiPage(deps, server.model, document, {
    models: [server.model, server.vectorModel],
    knowledge: [{ kind: "text", name: "Returns", text: returns }],
  });
  await until(() => server.texts.length === 1);
  await until(
    async () =>
      (
        await deps.db.get<{ done: boolean }>(sql`
    select bool_and(embed_at is null) as done from knowledge_sources where page_id = ${pageId}`)
      ).done,
  );
  const visitor = await aVisitor(baseUrl, pageId);

  await visitor.say("refund");
  await visitor.hear((all) => all.some(({ text }) => text === "Within 30 days."));

  assert.deepEqual(server.texts[1], ["refund"]);
  assert.deepEqual(await usageOf(deps.db, pageId), { "": "3 150 170", [visitor.psid]: "2 130 150" });
});
