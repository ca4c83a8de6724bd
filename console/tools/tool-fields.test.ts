import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool } from "./tool.ts";
import { fieldsOf, refIn, refsOf, settingsOf, toolFaults } from "./tool-fields.ts";

const tool = (id: number, ref: string | null) => ({ id, ref, name: `Tool ${id}` }) as Tool;

const link = { type: "chat_ref_url" as const, settings: null };

test("a new tool is a published link without a flow", () => {
  assert.deepEqual(fieldsOf(undefined), {
    type: "chat_ref_url",
    name: "",
    ref: undefined,
    flow_id: null,
    is_published: true,
    settings: null,
  });
});

test("the ref follows the name until it is typed", () => {
  const taken = refsOf([tool(1, "summer"), tool(2, null)], undefined);

  assert.equal(refIn({ name: "Summer", ref: undefined }, taken), "summer-2");
  assert.equal(refIn({ name: "Summer", ref: "sale" }, taken), "sale");
  assert.equal(refIn({ name: " ", ref: undefined }, taken), "");
});

test("a tool may keep its own ref", () => {
  const tools = [tool(1, "summer"), tool(2, "winter")];

  assert.deepEqual(toolFaults({ ...link, name: "Summer", ref: "summer" }, refsOf(tools, 1)), {});
  assert.deepEqual(toolFaults({ ...link, name: "Summer", ref: "summer" }, refsOf(tools, 2)), { ref: "refTaken" });
});

test("a name and a valid ref are needed", () => {
  assert.deepEqual(toolFaults({ ...link, name: "", ref: undefined }, new Set()), {
    name: "nameFault",
    ref: "refFault",
  });
  assert.deepEqual(toolFaults({ ...link, name: "Summer", ref: "not valid!" }, new Set()), { ref: "refFault" });
});

test("a tool that waits for something needs no ref, but settings of its type", () => {
  const waiting = { type: "reaction" as const, name: "Heart", ref: undefined };

  assert.deepEqual(settingsOf("reaction"), { emojis: [] });
  assert.deepEqual(toolFaults({ ...waiting, settings: { emojis: ["❤"] } }, new Set(["heart"])), {});
  assert.deepEqual(toolFaults({ ...waiting, settings: { emojis: ["x".repeat(50)] } }, new Set()), {
    settings: "settingsFault",
  });
});
