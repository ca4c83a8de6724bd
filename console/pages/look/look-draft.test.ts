import assert from "node:assert/strict";
import { test } from "node:test";
import { faultyFields, tidy } from "./look-draft.ts";

test("a form with nothing in it is an empty look", () => {
  assert.deepEqual(
    tidy({ color: "", name: " ", launcher: { label: "" }, texts: { title: "  " }, css: { "--radius": "" } }),
    {},
  );
  assert.deepEqual(tidy({ color: "#7A1F2B", name: " Lan ", launcher: { icon: "heart", label: "" } }), {
    color: "#7a1f2b",
    name: "Lan",
    launcher: { icon: "heart" },
  });
});

test("a part whose switch is on stays, and what it lacks is named", () => {
  const look = { bubble: { text: " ", delay_seconds: 3, pages: [] }, opening: { once: true, pages: ["shop"] } };

  assert.deepEqual(tidy(look), { bubble: { text: "", delay_seconds: 3 }, opening: { once: true, pages: ["shop"] } });
  assert.deepEqual(faultyFields(look), new Set(["bubble.text", "opening.pages", "opening"]));
  assert.deepEqual(faultyFields({ opening: { once: true } }), new Set(["opening"]));
  assert.deepEqual(faultyFields({ css: { "--radius": "1em" } }), new Set(["css.--radius"]));
  assert.deepEqual(faultyFields({ css: { "--radius": "" } }), new Set());
});
