import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { newState } from "@banter/core/flow/state.ts";
import { atEnd } from "@banter/core/test/at-end.ts";
import { json, sql } from "../../store/db/sql.ts";
import { listModels } from "../../store/models/models.ts";
import { claimLease } from "../../store/runtime/leases.ts";
import { nextConversationIds } from "../../store/runtime/mailbox.ts";
import { testDeps } from "../../test/app.ts";
import { someCustomers } from "../../test/customers.ts";
import { anAiPage } from "../../test/platforms/models/ai-page.ts";
import { aModelServer } from "../../test/platforms/models/model-server.ts";
import { until } from "../../test/until.ts";
import { requestRunner } from "./requests.ts";
import { thinkingSigns } from "./thinking.ts";

const asked = { pageId: "web_1", psid: "web_2", id: 9, runId: 3, turn: 4 };
const aNode = () => thinkingSigns({ signal: () => assert.fail("a signal is sent"), findPage: () => undefined });
const run = { id: 3, flowId: 1, version: 1, step: "ai", payload: {}, stack: [], sendId: null };
const waiting = { ...newState(), main: { ...run, wait: { type: "request" as const, turn: 4 } } };

test("nothing is kept once a call has ended, however it ends", () => {
  const signs = aNode();

  for (const isAnswered of [true, false]) {
    const call = signs.asked(asked);
    assert.equal(signs.isEmpty(), false);
    call.ended(isAnswered);
    assert.equal(signs.isEmpty(), true);
  }
});

test("nothing is shown to a customer who does not wait for the answer any more", () => {
  const signs = aNode();
  const after = (state: typeof waiting | ReturnType<typeof newState>) => new Map([["web_2", { state }]]);

  signs.asked(asked);
  signs.wentOn("web_1", new Map());
  signs.wentOn("web_1", after(waiting));
  assert.equal(signs.isEmpty(), false);
  signs.wentOn("web_1", after({ ...waiting, paused: { until: null } }));
  assert.equal(signs.isEmpty(), true);

  signs.asked(asked);
  signs.wentOn("web_1", after(newState()));
  assert.equal(signs.isEmpty(), true);

  signs.asked(asked);
  signs.forget({ pageId: "web_1", psid: "web_3" });
  assert.equal(signs.isEmpty(), false);
  signs.forget(asked);
  assert.equal(signs.isEmpty(), true);
});

const places: [psid: string, state: object, isShown: boolean][] = [
  ["ann", waiting, true],
  ["bob", { ...waiting, paused: { until: null } }, false],
  ["eve", newState(), false],
];
for (const [psid, state, isShown] of places)
  test(`a call that has waited in line is shown to ${psid} only if they still wait for it: ${isShown}`, async (t) => {
    const deps = await testDeps(t, { allowPrivateHosts: ["127.0.0.1"] });
    const signs = aNode();
    const kept: boolean[] = [];
    const server = await aModelServer(t, "openai", () => {
      kept.push(!signs.isEmpty());
      return { text: "Hello." };
    });
    const { pageId } = await anAiPage(deps, server.model);
    const nodeId = randomUUID();
    const lease = { pageId, nodeId, epoch: (await claimLease(deps.db, pageId, nodeId)) ?? assert.fail() };
    const [model] = await listModels(deps.db, pageId);
    await someCustomers(deps, pageId, [{ psid }]);
    await deps.db.count(sql`update customers set state = ${json(state)} where page_id = ${pageId}`);
    const [said = 0, id = 0] = await nextConversationIds(deps.db, 2);
    await deps.db.count(sql`
      insert into turns (page_id, id, psid, at, event)
      values (${pageId}, ${said}, ${psid}, now(), '{"type":"message","text":"hi"}')`);
    const call = {
      ...{ modelId: model?.id, instructions: "", language: null, maxLength: 600, history: 0, words: 1 },
      ...{ knowledge: null, tools: [], intents: [], fields: [], rounds: [] },
    };
    const request = { kind: "model", runId: 3, turn: 4, call };
    await deps.db.count(sql`
      insert into requests (page_id, id, psid, request) values (${pageId}, ${id}, ${psid}, ${json(request)})`);
    const requests = requestRunner(deps, () => undefined, signs);
    atEnd(t, () => requests.stop());

    requests.add(lease, [{ id, psid, request }]);
    await until(() => kept.length > 0);

    assert.deepEqual(kept, [isShown]);
  });
