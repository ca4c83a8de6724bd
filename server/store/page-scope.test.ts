import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const read = (path: string) => readFileSync(join(folder, path), "utf8");

/** The tables with data of pages. */
const tables = new Set(
  [...read("db/schema.sql").matchAll(/^create (?:unlogged )?table (\w+) \((.*?)^\);/gms)].flatMap(
    ([, name, columns]) => (name && /^ {2}page_id /m.test(columns ?? "") ? name : []),
  ),
);

/** Statements about all pages: they remove what is old, or hold the page in another form. */
const ofAllPages: Record<string, string[]> = {
  // The jobs of a node that stops.
  "customers/customer-jobs.ts": ["customer_jobs"],
  // The query's words begin with the page's.
  "customers/customer-rows.ts": ["customer_index"],
  "customers/list-filter.ts": ["customer_index"],
  // The first part of a statement whose condition follows.
  "media/media.ts": ["media"],
  "catalog/page-removal.ts": ["media"],
  "retention/old-rows.ts": ["turns"],
  // Figures of the whole installation, and how many pages each node runs.
  "monitoring/figures.ts": ["message_troubles", "parked_mail", "requests", "notices"],
  "conversations/leases.ts": ["page_leases"],
};

test("every statement on a page's table names the page", () => {
  const found = globSync("**/*.ts", { cwd: folder })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.endsWith(".test.ts"))
    .flatMap((path) => statementsIn(withoutComments(read(path))).map((text) => ({ path, text, used: tablesIn(text) })))
    .filter(({ used }) => used.length > 0);

  const unscoped = found.filter(({ text }) => !/\bpage_?id/i.test(text));

  assert.ok(tables.size > 40 && found.length > 250, `${tables.size} tables, ${found.length} statements`);
  assert.deepEqual(
    unscoped.filter(({ path, used }) => !used.every((table) => ofAllPages[path]?.includes(table))),
    [],
  );
  assert.deepEqual([...new Set(unscoped.map(({ path }) => path))].sort(), Object.keys(ofAllPages).sort());
});

function tablesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:from|join|update|into)\s+(\w+)/g)].flatMap(([, name = ""]) =>
    tables.has(name) ? name : [],
  );
}

/** The texts of all sql templates, with everything that is nested in them. */
function statementsIn(code: string): string[] {
  const texts: string[] = [];
  for (let at = code.indexOf("sql`"); at !== -1; at = code.indexOf("sql`", at)) {
    const end = endOfTemplate(code, at + 4);
    texts.push(code.slice(at + 4, end));
    at = end;
  }
  return texts;
}

/** The index of the backtick that closes a template. */
function endOfTemplate(code: string, start: number): number {
  const open = ["`"];
  for (let index = start; ; index++) {
    const sign = code[index];
    assert.notEqual(sign, undefined, "a template has no end");
    if (open.at(-1) === "`" ? sign === "`" : sign === "}") {
      open.pop();
      if (open.length === 0) return index;
    } else if (open.at(-1) === "`") {
      if (sign === "$" && code[index + 1] === "{") open.push(code[++index] ?? "");
    } else if (sign === "`" || sign === "{") open.push(sign);
  }
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
