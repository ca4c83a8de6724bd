import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { faultsOf } from "./faults.ts";
import { Id, WireId } from "./id.ts";

const limit = Number.MAX_SAFE_INTEGER;

test("an id is a positive integer below 2^53", () => {
  for (const id of [1, 12, limit]) assert.equal(Id.parse(id), id);
  for (const id of [0, -0, -1, 1.5, limit + 1, Number.NaN, Number.POSITIVE_INFINITY, "1", null, true, [1]]) {
    assert.equal(Id.safeParse(id).success, false, String(id));
  }
});

test("callers may send an id as its decimal text", () => {
  assert.equal(WireId.parse("123"), 123);
  assert.equal(WireId.parse(123), 123);
  assert.equal(WireId.parse(String(limit)), limit);
  for (const id of [
    "",
    "0",
    "01",
    "+1",
    "-1",
    "1.0",
    "1e3",
    "0x10",
    " 1",
    "1 ",
    "१",
    String(limit + 1),
    "12345678901234567",
  ]) {
    assert.equal(WireId.safeParse(id).success, false, id);
  }
  for (const id of [null, true, ["9"], {}, 1.5, limit + 1])
    assert.equal(WireId.safeParse(id).success, false, String(id));
});

test("every wrong id gives the same message", () => {
  for (const schema of [Id, WireId]) {
    for (const id of [-1, 1.5, limit + 1, "x", null]) {
      const { error } = schema.safeParse(id);
      assert.deepEqual(error && faultsOf(error), [{ path: "", message: "must be a positive integer below 2^53" }]);
    }
    const { error } = z.strictObject({ id: schema }).safeParse({});
    assert.deepEqual(error && faultsOf(error), [{ path: "/id", message: "is required" }]);
  }
});
