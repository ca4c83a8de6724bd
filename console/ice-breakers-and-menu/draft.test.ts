import assert from "node:assert/strict";
import { test } from "node:test";
import { areSame, cut, faultsOf, iceBreakersOf, menuOf, readIceBreakers, readMenu, withNew } from "./draft.ts";

const menu = readMenu([
  { id: 7, title: "Shop", type: "link", flow_id: null, url: "https://example.com", command: null },
  { id: 5, title: "Help", type: "flow", flow_id: 3, url: null, command: "help" },
]);

test("a list is sent as it was read, and new items without an id", () => {
  const [shop, help] = menuOf(menu);
  assert.deepEqual(shop, { id: 7, title: "Shop", type: "link", url: "https://example.com" });
  assert.deepEqual(help, { id: 5, title: "Help", type: "flow", flow_id: 3, command: "help" });

  const longer = withNew(withNew(readIceBreakers([{ id: 4, title: "Hi", flow_id: null }]), "flow"), "flow");

  assert.deepEqual(
    longer.map(({ key }) => key),
    [4, -1, -2],
  );
  assert.deepEqual(iceBreakersOf(longer)[1], { title: "", flow_id: null });
});

test("a title and a full link are needed", () => {
  const [shop, help] = menu;
  assert.ok(shop && help);

  assert.deepEqual(faultsOf(shop), {});
  assert.deepEqual(faultsOf({ ...shop, url: "example.com", title: " " }), { title: "title", url: "url" });
  assert.deepEqual(faultsOf({ ...shop, url: "javascript:alert(1)" }), { url: "url" });
  assert.deepEqual(faultsOf({ ...help, title: "x".repeat(81) }), { title: "titleLong" });
  assert.deepEqual(faultsOf({ ...help, command: "Hỏi" }), { command: "command" });
  assert.deepEqual(faultsOf({ ...help, command: "" }), {});
});

test("a list that was changed and changed back is not unsaved", () => {
  assert.ok(areSame(menu, [...menu]));
  assert.ok(!areSame(menu, menu.toReversed()));
  assert.ok(!areSame(menu, withNew(menu, "flow")));
  assert.ok(areSame(menu, menu.toReversed().toReversed()));
});

test("a title is cut by whole characters, as the channel does", () => {
  assert.equal(cut("hello", 5), "hello");
  assert.equal(cut("👍👍👍", 2), "👍…");
});
