import assert from "node:assert/strict";
import { test } from "node:test";
import { newState } from "@banter/core/flow/state.ts";
import { thinkingSigns } from "./thinking.ts";

const asked = { pageId: "web_1", psid: "web_2", id: 9, runId: 3, turn: 4 };
const aNode = () => thinkingSigns({ signal: assert.fail, findPage: () => undefined });

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
  const run = { id: 3, flowId: 1, version: 1, step: "ai", payload: {}, stack: [], sendId: null };
  const waiting = { ...newState(), main: { ...run, wait: { type: "request" as const, turn: 4 } } };
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
