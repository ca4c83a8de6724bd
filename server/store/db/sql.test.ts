import assert from "node:assert/strict";
import { test } from "node:test";
import { empty, identifier, json, pagesOf, rowsOfPages, sql, statementOf, textOf } from "./sql.ts";

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

test("an identifier becomes part of the text", () => {
  const query = sql`select ${identifier("page_id")} from ${identifier("turns")} where id = ${7}`;

  assert.equal(textOf(query), "select page_id from turns where id = $1");
  assert.deepEqual(query.values, [7]);
});

test("an identifier that could be more than a name is refused", () => {
  for (const name of ["", "turns; drop table pages", "a.b", "a b", 'a"', "a-b", "1a", "a\n", "Turns"])
    assert.throws(() => identifier(name), { message: `${JSON.stringify(name)} is no SQL identifier.` });
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

const read = (...ids: string[]) => sql`
  select 1 from ${rowsOfPages(ids.map((page_id) => ({ page_id })))} as row (page_id text)
    join pages on pages.id = row.page_id
    join turns on turns.page_id = row.page_id and turns.id = ${7}`;

test("a statement with rows of one page compares each table with it", () => {
  const { text, values } = statementOf(read("tg_1", "tg_1"));

  assert.match(text, /join pages on \(pages\.id = \$3 and pages\.id = row\.page_id\)\n/);
  assert.match(text, /join turns on \(turns\.page_id = \$3 and turns\.page_id = row\.page_id\) and turns\.id = \$2$/);
  assert.deepEqual(values, ['[{"page_id":"tg_1"},{"page_id":"tg_1"}]', 7, "tg_1"]);
});

test("a statement with rows of several pages, or of none, stays as it is", () => {
  for (const query of [read("tg_1", "tg_2"), read(), sql`with ${read("tg_1")}, ${pagesOf([{ pageId: "tg_2" }])}`])
    assert.deepEqual(statementOf(query), { text: textOf(query), values: query.values });
});

test("a page that no table is compared with adds no parameter", () => {
  const query = sql`insert into turns (page_id) select page_id from unnest(${pagesOf([{ pageId: "tg_1" }])}) as page_id`;

  assert.deepEqual(statementOf(query), { text: textOf(query), values: [["tg_1"]] });
});
