import assert from "node:assert/strict";
import { test } from "node:test";
import { en } from "../words.en.ts";
import { vi } from "../words.vi.ts";
import { actionOf, keyGroups } from "./keys.ts";

const press = (key: string, more: object = {}) =>
  actionOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

test("keys of the inbox have an action, and those of the browser have none", () => {
  assert.deepEqual(
    ["j", "J", "e", "?", "1"].map((key) => press(key)),
    ["next", "next", "done", "help", "waiting"],
  );
  for (const modifier of ["ctrlKey", "metaKey", "altKey"]) assert.equal(press("r", { [modifier]: true }), undefined);
  for (const key of ["Enter", "Tab", "x", " "]) assert.equal(press(key), undefined);
});

test("no key has two meanings, and the help has words for each in both languages", () => {
  const keys = [...keyGroups.list, ...keyGroups.conversation].map(([, key]) => key);
  assert.equal(new Set(keys).size, keys.length);
  for (const words of [en, vi])
    for (const [group, shortcuts] of Object.entries(keyGroups))
      for (const [action] of shortcuts)
        assert.ok(
          (words.keys as unknown as Record<string, Record<string, string>>)[group]?.[action],
          `${group} ${action}`,
        );
});
