import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { pageStatements } from "../../test/database/page-statements.ts";
import { storeStatements } from "../../test/database/store-statements.ts";
import { textOf } from "../db/sql.ts";
import { placementOf } from "./tables.ts";

const store = new URL("../", import.meta.url);

/** The statements of the store, as they are written. */
const statements = globSync("**/*.ts", { cwd: store })
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) =>
    [...readFileSync(new URL(file, store), "utf8").matchAll(/sql`([^`]*)`/g)].map(([, text = ""]) => ({ file, text })),
  );

// A cluster refuses such a statement, one server does not: `excluded` has the time that the row was to be inserted with.
test("what a conflict changes on a table that lies by page does not depend on the time", () => {
  const conflicts = statements.filter(({ text }) => /\bdo update\b/.test(text));
  const refused = conflicts.filter(({ text }) => {
    const [, table = ""] = /insert into (\w+)/.exec(text) ?? [];
    const [, changes = ""] = /\bdo update\b([\s\S]*?)(?:\breturning\b|$)/.exec(text) ?? [];
    const isElsewhere = ["everywhere", "coordinator"].includes(placementOf(table, []) ?? "");
    return !isElsewhere && /\b(now|clock_timestamp|random|gen_random_uuid)\(/.test(changes);
  });

  assert.ok(conflicts.length > 10);
  assert.deepEqual(
    refused.map(({ file }) => file),
    [],
  );
});

/** The functions of the time that a statement may have. */
const time = String.raw`\b(?:now|clock_timestamp|statement_timestamp)\(\)`;

// A cluster refuses these as well. `least(since, now())` does what `coalesce(since, now())` does for a past time, and a
// value of the time may come from a CTE.
test("no update of a table on several servers takes the time in a CASE or COALESCE", async () => {
  const texts = [...storeStatements().map(({ text }) => text), ...(await pageStatements("web_1")).map(textOf)];
  const updates = texts.flatMap((text) => [
    ...text.matchAll(/\bupdate\s+(\w+)(?:\s+as\s+\w+)?\s+set\b([\s\S]*?)(?:\b(?:from|where)\b|$)/g),
  ]);
  const chosen = new RegExp(String.raw`\bcase\b(?:(?!\bend\b)[\s\S])*?${time}|\bcoalesce\([^()]*${time}`);

  const refused = updates.filter(
    ([, table = "", changes = ""]) => placementOf(table, []) !== "coordinator" && chosen.test(changes),
  );

  assert.ok(updates.length > 50);
  assert.deepEqual(
    refused.map(([text]) => text),
    [],
  );
});
