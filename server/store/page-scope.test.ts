import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { storeStatements } from "../test/database/store-statements.ts";

const schema = readFileSync(new URL("./db/schema.sql", import.meta.url), "utf8");

/** The tables with data of pages. */
const tables = new Set(
  [...schema.matchAll(/^create (?:unlogged )?table (\w+) \((.*?)^\);/gms)].flatMap(([, name, columns]) =>
    name && /^ {2}page_id /m.test(columns ?? "") ? name : [],
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
  // All rows of a backup that is restored.
  "conversations/messages/restored.ts": ["messages"],
};

test("every statement on a page's table names the page", () => {
  const found = storeStatements()
    .map(({ path, text }) => ({ path, text, used: tablesIn(text) }))
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
