import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
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
