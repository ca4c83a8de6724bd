import assert from "node:assert/strict";
import { test } from "node:test";
import { StepButton, StepQuickReply } from "@banter/core/model/content/button.ts";
import { textKeyOf, withKind } from "./button-kind.ts";

test("a button keeps its text when its kind changes, and loses its target", () => {
  const button = { type: "url", title: "Shop", url: "https://example.com" };

  assert.deepEqual(withKind(button, "step", "title"), { type: "step", title: "Shop", step: null });
  assert.deepEqual(withKind(button, "call", "title"), { type: "call", title: "Shop", phone: "" });
  assert.deepEqual(withKind({ type: "step" }, "flow", "caption"), { type: "flow", caption: "", flow_id: null });
});

test("a quick reply that asks for contact data has no text", () => {
  const reply = withKind({ type: "step", caption: "Call me" }, "phone_number", "caption");

  assert.deepEqual(reply, { type: "phone_number" });
  assert.ok(StepQuickReply.safeParse(reply).success);
});

test("a button that leads to a step can be saved as a draft", () => {
  assert.ok(StepButton.safeParse({ ...withKind({}, "step", "title"), title: "More", step: "a" }).success);
});

test("the text of imported items may have the other key", () => {
  assert.equal(textKeyOf({ caption: "Hi" }, "title"), "caption");
  assert.equal(textKeyOf({}, "title"), "title");
});
