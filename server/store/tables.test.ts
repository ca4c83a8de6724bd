import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

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

  assert.deepEqual(knowing, ["conversations/leases.ts"]);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
