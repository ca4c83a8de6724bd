import assert from "node:assert/strict";
import { test } from "node:test";
import { readDraft } from "../edit/draft.ts";
import { layOut, placesOf } from "./layout.ts";

const say = (next: string | null) => ({ type: "message", content: { messages: [] }, next });

test("steps are laid out from left to right without overlap, and notes stay", async () => {
  const draft = readDraft({
    start: "a",
    steps: {
      c: say(null),
      b: say("c"),
      a: { type: "condition", next: { yes: "b", no: "d" } },
      d: say("gone"),
      n: { type: "note", text: "!" },
    },
    layout: { n: { x: 1, y: 2 } },
  });

  const places = await layOut(draft, () => ({ width: 200, height: 100 }));

  const at = (id: string) => places.get(id) ?? assert.fail(`${id} has no place`);
  assert.ok(at("a").x + 200 <= at("b").x && at("b").x + 200 <= at("c").x);
  assert.ok(Math.abs(at("b").y - at("d").y) >= 100);
  assert.equal(places.has("n"), false);
});

test("steps without a place get one below the others", () => {
  const draft = readDraft({ steps: { a: say(null), b: say(null), c: say(null) }, layout: { a: { x: 0, y: 100 } } });

  const places = placesOf(draft);

  assert.deepEqual(places.get("a"), { x: 0, y: 100 });
  assert.ok((places.get("b")?.y ?? 0) > 100);
  assert.notDeepEqual(places.get("b"), places.get("c"));
});
