import assert from "node:assert/strict";
import { test } from "node:test";
import { queryOf, serverUser } from "./filters.ts";

test("both days of a period are included, by the reader's clock", () => {
  const { from, until } = queryOf({ from: "2026-03-01", to: "2026-03-01" });

  assert.equal(from, new Date(2026, 2, 1).toISOString());
  assert.equal(until, new Date(2026, 2, 2).toISOString());
});

test("the server is the user without an id, and no filter asks for everybody", () => {
  assert.equal(queryOf({ user: serverUser }).user_id, "");
  assert.equal(queryOf({}).user_id, undefined);
});
