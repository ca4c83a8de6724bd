import assert from "node:assert/strict";
import { test } from "node:test";
import { DraftDocument } from "@banter/core/flow/document/document.ts";
import { placesOf } from "../canvas/layout.ts";
import { copySteps, type Place, pasteSteps } from "./copy.ts";
import { type Draft, findAt, readDraft } from "./draft.ts";

const shop: Draft = {
  version: 1,
  start: "hi",
  steps: {
    hi: {
      type: "message",
      content: {
        messages: [{ type: "text", text: "Hi", buttons: [{ type: "step", title: "Buy", step: "act" }] }],
        actions: [{ action: "add_tag", tag_id: 3 }],
      },
      next: "bye",
    },
    act: { type: "action", actions: [{ action: "start_sequence", flow_id: 7 }], next: "hi" },
    bye: { type: "message", content: { messages: [{ type: "text", text: "Bye" }] } },
  },
  layout: { hi: { x: 100, y: 100 }, act: { x: 400, y: 100 } },
};

const place = (pageId: string, flowId: number, more: Partial<Place["names"]> = {}): Place => ({
  pageId,
  flowId,
  names: {
    ...{ flow: new Map(), tag: new Map(), field: new Map(), sequence: new Map() },
    ...{ model: new Map(), source: new Map(), ...more },
  },
});
const here = place("web_1", 1, { tag: new Map([[3, "VIP"]]), flow: new Map([[7, "Remind"]]) });

function dice(): () => number {
  let state = 1;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

test("steps pasted into their own flow keep all exits", () => {
  const text = copySteps(shop, ["hi", "act"], here);

  const pasted = pasteSteps(shop, text, { to: here, random: dice() });

  assert.ok(pasted);
  const [hi = "", act = ""] = pasted.ids;
  assert.equal(pasted.unset, 0);
  assert.equal(pasted.draft.steps[act]?.next, hi);
  assert.equal(pasted.draft.steps[hi]?.next, "bye");
  assert.deepEqual(pasted.draft.layout?.[hi]?.x, 140);
  assert.equal(pasted.draft.steps.hi, shop.steps.hi);
  assert.equal(pasted.draft.start, "hi");
});

test("steps pasted into another flow keep their references and the exits between them", () => {
  const text = copySteps(shop, ["hi", "act"], here);
  const to = { ...here, flowId: 2 };

  const pasted = pasteSteps(readDraft({}), text, { to, at: { x: 0, y: 50 }, random: dice() });

  assert.ok(pasted);
  const [hi = "", act = ""] = pasted.ids;
  assert.equal(pasted.draft.start, hi);
  assert.equal(pasted.draft.steps[hi]?.next, null);
  assert.deepEqual(pasted.draft.steps[act]?.actions, [{ action: "start_sequence", flow_id: 7 }]);
  assert.deepEqual(pasted.draft.layout, { [hi]: { x: 0, y: 50 }, [act]: { x: 300, y: 50 } });
  assert.ok(DraftDocument.safeParse(pasted.draft).success);
});

test("on another page references are found by name, or unset", () => {
  const text = copySteps(shop, ["hi", "act"], here);
  const to = place("web_2", 9, { tag: new Map([[31, "VIP"]]), flow: new Map([[7, "Something else"]]) });

  const pasted = pasteSteps(readDraft({}), text, { to, random: dice() });

  assert.ok(pasted);
  const [hi = "", act = ""] = pasted.ids;
  assert.deepEqual(findAt(pasted.draft.steps[hi], ["content", "actions"]), [{ action: "add_tag", tag_id: 31 }]);
  assert.deepEqual(pasted.draft.steps[act]?.actions, [{ action: "start_sequence", flow_id: null }]);
  assert.equal(pasted.unset, 1);
});

test("text without steps is not pasted", () => {
  for (const text of ["hello", "{}", '{"banter":"steps","steps":{}}', '{"banter":"steps","steps":{"a":{"type":"??"}}}'])
    assert.equal(pasteSteps(shop, text, { to: here, random: dice() }), undefined);
});

test("on another page a name that is used twice is ambiguous and unset", () => {
  const text = copySteps(shop, ["act"], here);
  const flow = new Map([
    [20, "Remind"],
    [21, "Remind"],
  ]);

  const pasted = pasteSteps(readDraft({}), text, { to: place("web_2", 9, { flow }), random: dice() });

  assert.deepEqual(pasted?.draft.steps[pasted.ids[0] ?? ""]?.actions, [{ action: "start_sequence", flow_id: null }]);
  assert.equal(pasted?.unset, 1);
});

test("a reference to something that was deleted since the copy is unset", () => {
  const text = copySteps(shop, ["hi"], here);

  const pasted = pasteSteps(shop, text, { to: place("web_1", 1), random: dice() });

  assert.equal(pasted?.unset, 1);
});

test("steps without a place are pasted side by side", () => {
  const text = copySteps({ ...shop, layout: {} }, ["hi", "act"], here);

  const pasted = pasteSteps(readDraft({}), text, { to: here, at: { x: 10, y: 20 }, random: dice() });

  assert.deepEqual(Object.values(pasted?.draft.layout ?? {}), [
    { x: 10, y: 20 },
    { x: 330, y: 20 },
  ]);
});

test("pasted and duplicated steps keep their arrangement and lie on no other step, however often", () => {
  const text = copySteps(shop, ["hi", "act"], here);
  const heights = new Map([
    ["hi", 350],
    ["act", 150],
    ["bye", 150],
  ]);
  const drawnIn = (draft: Draft) =>
    [...placesOf(draft)].map(([id, place]) => ({
      id,
      ...place,
      width: 272,
      height: heights.get(id) ?? assert.fail(id),
    }));
  let draft = shop;
  for (const at of [undefined, undefined, { x: 90, y: 300 }, { x: 90, y: 300 }]) {
    const pasted = pasteSteps(draft, text, { to: here, at, boxes: drawnIn(draft), random: dice() });
    assert.ok(pasted);
    const [hi = "", act = ""] = pasted.ids;
    heights.set(hi, 350).set(act, 150);
    draft = pasted.draft;
    const [first, second] = [draft.layout?.[hi], draft.layout?.[act]];
    assert.deepEqual([(second?.x ?? 0) - (first?.x ?? 0), second?.y], [300, first?.y]);
  }

  const boxes = drawnIn(draft);
  const overlaps = boxes.filter((one, index) =>
    boxes
      .slice(index + 1)
      .some(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      ),
  );
  assert.equal(boxes.length, 11);
  assert.deepEqual(overlaps, []);
});
