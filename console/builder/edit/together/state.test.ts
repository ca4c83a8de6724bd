import assert from "node:assert/strict";
import { test } from "node:test";
import { authorOf } from "./state.ts";

const alone = { names: [], ownTabs: 0 };

test("the author of a revision is the one whose save was reported", () => {
  const saves = [
    { revision: 2, name: "Ann", isOwn: false },
    { revision: 3, name: "Bob", isOwn: false },
  ];

  assert.equal(authorOf({ saves, others: { names: ["Cleo"], ownTabs: 1 } }, 2)?.name, "Ann");
});

test("an unreported save was made by the only other editor, if there is only one", () => {
  const authorWith = (others: { names: string[]; ownTabs: number }) => authorOf({ saves: [], others }, 2);

  assert.deepEqual(authorWith({ names: ["Ann"], ownTabs: 0 }), { name: "Ann", isOwn: false });
  assert.equal(authorWith({ names: [], ownTabs: 1 })?.isOwn, true);
  assert.equal(authorWith({ names: ["Ann"], ownTabs: 1 }), undefined);
  assert.equal(authorWith({ names: ["Ann", "Bob"], ownTabs: 0 }), undefined);
  assert.equal(authorWith(alone), undefined);
});
