import assert from "node:assert/strict";
import { test } from "node:test";
import { empty, json, sql, textOf } from "./sql.ts";

test("values become numbered parameters, whatever they hold", () => {
  const query = sql`select * from pages where id = ${"' or 1 = 1 --"} and n = ${7}`;

  assert.equal(textOf(query), "select * from pages where id = $1 and n = $2");
  assert.deepEqual(query.values, ["' or 1 = 1 --", 7]);
});

test("pieces nest, and their values keep their order", () => {
  const inner = sql`b = ${2} and ${sql`c = ${3}`}`;

  const query = sql`a = ${1} and ${inner} and d = ${4}`;

  assert.equal(textOf(query), "a = $1 and b = $2 and c = $3 and d = $4");
  assert.deepEqual(query.values, [1, 2, 3, 4]);
});

test("an empty piece adds nothing", () => {
  const query = sql`select 1 ${empty} ${sql`where true`}${empty}`;

  assert.equal(textOf(query), "select 1  where true");
  assert.deepEqual(query.values, []);
});

test("arrays and null are values", () => {
  assert.deepEqual(sql`${[1, 2]} ${null}`.values, [[1, 2], null]);
});

test("undefined is refused", () => {
  assert.throws(() => sql`select ${undefined}`, { message: "An SQL value is undefined." });
});

test("a json value is its text, and null stays null", () => {
  assert.deepEqual([json([1, { a: "b" }]), json("x"), json(null)], ['[1,{"a":"b"}]', '"x"', null]);
});
