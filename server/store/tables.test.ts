import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { storeStatements } from "../test/database/store-statements.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const modules = globSync("**/*.ts", { cwd: folder })
  .filter((path) => !path.endsWith(".test.ts"))
  .map((path) => ({ path: path.replaceAll("\\", "/"), code: withoutComments(read(path)) }));
const tables = [...read("db/schema.sql").matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name]) => name ?? "");

/** Removing a page empties all tables, each by the same kind of statement. */
const pageRemoval = "catalog/page-removal.ts";

/** Erasing a customer does the same for the tables with rows of theirs. */
const erasure = "customers/erasure.ts";

/** Retention removes old rows of several tables in one statement. */
const retention = "retention/";

/** Modules that are not named after their table. */
const moduleNames: Record<string, string> = {
  accepted_keys_cleaned: "accepted-keys",
  message_troubles: "undelivered",
  delivery_marks: "delivery-watermarks",
  page_leases: "leases",
  accounts: "users",
  verifications: "sessions",
  migrations: "migrate",
};

test("each table is written by the module, or the folder, that is named after it", () => {
  const astray = modules.flatMap(({ path, code }) => {
    const written = [...code.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)/g)].map(([, name]) => name ?? "");
    return written
      .filter((table) => tables.includes(table))
      .filter(() => path !== pageRemoval && path !== erasure && !path.startsWith(retention))
      .filter((table) => {
        const name = moduleNames[table] ?? table.replaceAll("_", "-");
        return basename(path) !== `${name}.ts` && basename(dirname(path)) !== name;
      })
      .map((table) => `${path} writes ${table}`);
  });

  assert.ok(modules.length > 50);
  assert.ok(tables.length > 30);
  assert.deepEqual(astray, []);
});

test("only the module of leases knows their table, so that every fenced write uses the one fence", () => {
  const knowing = modules.filter(({ code }) => /\bpage_leases\b/.test(code)).map(({ path }) => path);

  assert.deepEqual(knowing, ["runtime/leases.ts"]);
});

/** Statements on customers that no turn can undo, since turns write neither the row nor the column before. */
const unfencedOnCustomers = ["insert into customers (page_id, psid, token_hash,", "update customers set form_at ="];

test("customers are written under the fence of their page's owner, whose turns would undo other writes", () => {
  const writes = storeStatements().filter(({ text }) =>
    /\b(?:insert into|update|delete from)\s+customers\b/.test(text),
  );
  const unfenced = writes.filter(({ text }) => !/\b(?:isFenced|isAllowed)\(/.test(text));

  assert.ok(writes.length > 6);
  assert.deepEqual(
    unfenced.filter(({ text }) => !unfencedOnCustomers.some((start) => text.includes(start))),
    [],
  );
  assert.equal(unfenced.length, unfencedOnCustomers.length);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
