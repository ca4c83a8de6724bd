import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { openLog } from "./log.ts";

const db = await testDatabase({ after });

/** The line that the log writes for an error. */
function lineOf(error: unknown): string {
  const lines: string[] = [];
  openLog("info", { write: (line) => void lines.push(line) }).error({ err: error }, "call failed");
  return lines.join("");
}

test("an error is logged with its place and its code", () => {
  const { err, msg } = JSON.parse(lineOf(Object.assign(new TypeError("no such thing"), { code: "E_NONE" })));

  assert.deepEqual([msg, err.type, err.message, err.code], ["call failed", "TypeError", "no such thing", "E_NONE"]);
  assert.match(err.stack, /^\s+at .*log\.test\.ts/);
});

test("an error's cause is logged too", () => {
  const { err } = JSON.parse(lineOf(new Error("outer", { cause: new Error("inner") })));

  assert.deepEqual([err.message, err.cause.message], ["outer", "inner"]);
});

test("an error of the database is logged without the row and without the value that it quotes", async () => {
  await db.count(sql`create table boxes (secret text, size bigint check (size < 10))`);
  const failures = [
    sql`insert into boxes (secret, size) values ('planted', 11)`,
    sql`insert into boxes (size) select x::bigint from unnest(array['planted']) as x`,
    sql`select x::json from unnest(array['{"planted":}']) as x`,
  ].map((query) => db.count(query).catch((error: unknown) => error));

  const lines = (await Promise.all(failures)).map(lineOf);

  for (const line of lines) assert.doesNotMatch(line, /planted/);
  assert.match(lines[0] ?? "", /"code":"23514".*"constraint":"boxes_size_check"/);
  assert.match(lines[1] ?? "", /"message":"The database refused a value\.".*"code":"22P02"/);
});

test("something thrown that is no error is logged by its type only", () => {
  assert.deepEqual(JSON.parse(lineOf("planted")).err, { message: "string" });
});
