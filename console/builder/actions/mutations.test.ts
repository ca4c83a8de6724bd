import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageInfo } from "../../frame/use-page.ts";
import { createBuilder } from "../builder.ts";
import type { BuilderScene } from "../context.ts";
import { readDraft } from "../edit/draft.ts";
import { copied, duplicate } from "./mutations.ts";

function aScene(canEdit = true): BuilderScene {
  const text = { messages: [{ type: "text", text: "Hi" }] };
  const draft = readDraft({
    start: "a",
    steps: { a: { type: "message", content: text, next: "b" }, b: { type: "message", content: text, next: null } },
  });
  const names = {
    ...{ flow: new Map(), tag: new Map(), field: new Map(), sequence: new Map() },
    ...{ model: new Map(), source: new Map(), fieldLabels: new Map() },
  };
  const stored = { draft, revision: 1 };
  const builder = createBuilder({
    stored,
    canEdit,
    save: async (_, revision) => ({ revision: revision + 1 }),
    load: async () => stored,
  });
  const lintContext = { flows: names.flow, tags: names.tag, fields: names.field };
  return { builder, page: { id: "web_1" } as PageInfo, flowId: 1, names, lintContext };
}

test("without a selection there is nothing to copy", () => {
  assert.equal(copied(aScene()), undefined);
});

test("copied steps carry the places that the canvas shows", () => {
  const scene = aScene();
  scene.builder.select(["b"]);

  const text = copied(scene);

  assert.ok(text);
  const copy = JSON.parse(text);
  assert.deepEqual(Object.keys(copy.steps), ["b"]);
  assert.equal(typeof copy.layout.b.x, "number");
});

test("a duplicate is selected, keeps its exits and lies beside the original", () => {
  const scene = aScene();

  duplicate(scene, ["a"]);

  const { history, selection } = scene.builder.get();
  const [id = ""] = selection;
  assert.equal(selection.length, 1);
  assert.equal(history.present.steps[id]?.next, "b");
  assert.ok(history.present.layout?.[id]);
  scene.builder.stop();
});

test("a reader can copy but not duplicate", () => {
  const scene = aScene(false);
  scene.builder.select(["a"]);

  duplicate(scene, ["a"]);

  assert.ok(copied(scene));
  assert.deepEqual(Object.keys(scene.builder.get().history.present.steps), ["a", "b"]);
});
