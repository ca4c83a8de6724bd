import assert from "node:assert/strict";
import { test } from "node:test";
import { exitsOf } from "../steps/exits.ts";
import { type Draft, findAt, readDraft, setAt } from "./draft.ts";
import { addStep, connect, freshId, moveSteps, nudged, removeSteps, setInStep } from "./edit.ts";
import { newStep } from "./new-step.ts";

const text = (words: string, more: object = {}) => ({ messages: [{ type: "text", text: words, ...more }] });
const empty = readDraft({ version: 1, start: null, steps: {} });

const shop: Draft = {
  version: 1,
  start: "hi",
  steps: {
    hi: {
      type: "message",
      content: { ...text("Hi", { buttons: [{ type: "step", title: "Buy", step: "mail" }] }), odd: 1 },
      next: "mail",
    },
    mail: { type: "ask", content: text("Mail?"), accept: "email", next: { answered: "bye", gave_up: "hi" } },
    bye: { type: "message", content: text("Bye") },
  },
  layout: { hi: { x: 0, y: 0 }, mail: { x: 300, y: 0 } },
};

test("the first step that is not a note becomes the start", () => {
  const noted = addStep(empty, "n", newStep("note"), { x: 0, y: 0 });
  assert.equal(noted.start, null);

  const begun = addStep(noted, "m", newStep("message"), { x: 10.4, y: 20 });
  assert.equal(begun.start, "m");
  assert.deepEqual(begun.layout?.m, { x: 10, y: 20 });
  assert.equal(addStep(begun, "o", newStep("ask"), { x: 0, y: 0 }).start, "m");
});

test("connecting an exit leaves the other steps the same objects", () => {
  const connected = connect(shop, "mail", ["next", "no_reply"], "bye");

  assert.deepEqual(connected.steps.mail?.next, { answered: "bye", gave_up: "hi", no_reply: "bye" });
  assert.equal(connected.steps.hi, shop.steps.hi);
  assert.equal(shop.steps.mail?.next && "no_reply" in (shop.steps.mail.next as object), false);
});

test("removing a step disconnects all exits to it", () => {
  const without = removeSteps(shop, ["mail"]);

  assert.deepEqual(Object.keys(without.steps), ["hi", "bye"]);
  assert.equal(without.steps.hi?.next, null);
  assert.deepEqual(
    exitsOf(without.steps.hi as Draft["steps"][string]).map(({ target }) => target),
    [null, null],
  );
  assert.deepEqual(without.layout, { hi: { x: 0, y: 0 } });
});

test("if the start is removed, the next remaining step becomes the start", () => {
  assert.equal(removeSteps(shop, ["hi"]).start, "mail");
  assert.equal(removeSteps(shop, ["hi", "mail"]).start, "bye");
  assert.equal(removeSteps(shop, ["hi", "mail", "bye"]).start, null);
});

test("unknown settings survive every change", () => {
  const odd: Draft = { ...shop, steps: { ...shop.steps, odd: { type: "message", content: 7, colour: ["red"] } } };

  const changed = removeSteps(setInStep(odd, "hi", ["content", "messages", 0, "text"], "Hello"), ["bye"]);

  assert.deepEqual(changed.steps.odd, { type: "message", content: 7, colour: ["red"] });
  assert.equal(findAt(changed.steps.hi, ["content", "odd"]), 1);
});

test("a setting is created with its path, and removed with undefined", () => {
  assert.deepEqual(setAt({}, ["a", 0, "b"], 1), { a: [{ b: 1 }] });
  assert.deepEqual(setAt({ a: 1, b: 2 }, ["a"], undefined), { b: 2 });
  assert.equal(setInStep(shop, "nobody", ["x"], 1), shop);
  assert.equal(setInStep(shop, "hi", ["next"], "mail"), shop);
});

test("steps that did not move change nothing", () => {
  assert.equal(moveSteps(shop, new Map([["hi", { x: 0.2, y: 0 }]])), shop);
  assert.deepEqual(moveSteps(shop, new Map([["hi", { x: 5, y: 6 }]])).layout?.hi, { x: 5, y: 6 });
});

test("exits are in order: buttons, quick replies, next steps", () => {
  const step = {
    type: "ask",
    content: {
      messages: [
        { type: "text", text: "?", buttons: [{ type: "url" }, { type: "step", title: "One", step: "a" }] },
        { type: "cards", elements: [{ title: "T", buttons: [{ type: "step", caption: "Two" }] }] },
      ],
      quick_replies: [{ type: "step", caption: "Three", step: "b" }, "odd"],
    },
    next: { answered: "c" },
  };

  assert.deepEqual(
    exitsOf(step).map(({ handle, name, target }) => [handle, name, target]),
    [
      ["/content/messages/0/buttons/1/step", "One", "a"],
      ["/content/messages/1/elements/0/buttons/0/step", "Two", null],
      ["/content/quick_replies/0/step", "Three", "b"],
      ["/next/answered", "answered", "c"],
      ["/next/gave_up", "gave_up", null],
      ["/next/no_reply", "no_reply", null],
    ],
  );
});

test("a split has an exit per branch, and a goto without return has none", () => {
  const split = { type: "split", branches: [{ id: "a" }, { id: "" }, { id: "b" }, { id: "a" }], next: { b: "x" } };

  assert.deepEqual(
    exitsOf(split).map(({ name, target }) => [name, target]),
    [
      ["a", null],
      ["b", "x"],
    ],
  );
  assert.deepEqual(exitsOf({ type: "goto", flow_id: 1 }), []);
  assert.equal(exitsOf({ type: "goto", flow_id: 1, return: true }).length, 1);
});

test("a new step gets an unused id", () => {
  const chances = [0.5, 0.5, 0.25];
  const random = () => chances.shift() ?? 0;
  const first = freshId(empty, "ask", random);
  const taken = addStep(empty, first, newStep("ask"), { x: 0, y: 0 });

  assert.notEqual(freshId(taken, "ask", random), first);
});

test("steps are nudged in a direction, and steps without a place are left out", () => {
  const places = new Map([
    ["a", { x: 0, y: 0 }],
    ["b", { x: 100, y: 50 }],
  ]);

  assert.deepEqual([...nudged(places, ["b", "gone"], { x: 0, y: -1 }, 10)], [["b", { x: 100, y: 40 }]]);
  assert.deepEqual(nudged(places, ["a", "b"], { x: 1, y: 0 }, 50).get("a"), { x: 50, y: 0 });
});
