import assert from "node:assert/strict";
import { test } from "node:test";
import { BoundedMap } from "./bounded-map.ts";

test("the least recently used entry goes when there are too many", () => {
  const evicted: number[] = [];
  const map = new BoundedMap<string, number>(3, (value) => evicted.push(value));

  map.set("a", 1).set("b", 2).set("c", 3);
  map.get("a");
  map.set("b", 20);
  map.set("d", 4);

  assert.deepEqual(
    [...map],
    [
      ["a", 1],
      ["b", 20],
      ["d", 4],
    ],
  );
  assert.deepEqual(evicted, [3]);
});

test("asking if an entry exists does not count as using it", () => {
  const map = new BoundedMap<string, number>(2);

  map.set("a", 1).set("b", 2);
  map.has("a");
  map.set("c", 3);

  assert.deepEqual([...map.keys()], ["b", "c"]);
});

test("an entry that was deleted or is unknown leaves the others alone", () => {
  const map = new BoundedMap<string, number>(2, () => assert.fail());

  map.set("a", 1).set("b", 2);
  map.delete("a");

  assert.equal(map.get("a"), undefined);
  map.set("c", 3);
  assert.deepEqual([...map.keys()], ["b", "c"]);
  map.clear();
  assert.equal(map.size, 0);
});
