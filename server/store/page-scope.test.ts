import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pageStatements } from "../test/database/page-statements.ts";
import { storeStatements } from "../test/database/store-statements.ts";
import { statementOf, textOf } from "./db/sql.ts";

const schema = readFileSync(new URL("./db/schema.sql", import.meta.url), "utf8");

/** The tables with data of pages. */
const tables = new Set(
  [...schema.matchAll(/^create (?:unlogged )?table (\w+) \((.*?)^\)/gms)].flatMap(([, name, columns]) =>
    name && /^ {2}page_id /m.test(columns ?? "") ? name : [],
  ),
);

/** Statements about all pages: they remove what is old, or hold the page in another form. */
const ofAllPages: Record<string, string[]> = {
  // The jobs and broadcasts of a node that stops.
  "customers/customer-jobs.ts": ["customer_jobs"],
  "audience/broadcasts.ts": ["broadcasts"],
  // The query's words begin with the page's.
  "customers/list-filter.ts": ["customer_index"],
  // The first part of a statement whose condition follows.
  "media/media.ts": ["media"],
  "catalog/page-removal.ts": ["media"],
  "retention/old-rows.ts": ["turns"],
  // Figures of the whole installation, and how many pages each node runs.
  "monitoring/figures.ts": ["message_troubles", "parked_mail", "requests", "notices"],
  "runtime/leases.ts": ["page_leases"],
  // All rows of a backup that is restored.
  "runtime/messages/restored.ts": ["messages"],
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

// `statementOf` knows the page of such rows only.
test("rows with a page come from rowsOfPages or pagesOf", () => {
  const sources = storeStatements().map(({ path, text }) => ({
    path,
    text,
    lists: [...withoutTargets(text).matchAll(/\bas (?!materialized\b)\w+ \([^)]*\bpage_id\b/g)].length,
    known: [...text.matchAll(/\$\{rowsOfPages\(|\bunnest\(\$\{pagesOf\(/g)].length,
  }));

  assert.ok(sources.filter(({ lists }) => lists > 0).length > 50);
  assert.deepEqual(
    sources.filter(({ lists, known }) => lists !== known),
    [],
  );
});

const page = "tg_7";
const statements = await pageStatements(page);

// On several database servers, each part of a statement then runs on the server that has the page.
test("a statement with rows of one page names the page as a value for each table of pages", () => {
  const found = statements
    .map(statementOf)
    .map(({ text, values }) => ({ text, missing: tablesWithoutPage(text, values) }));

  assert.deepEqual(
    found.filter(({ missing }) => missing.length > 0),
    [],
  );
});

/** These are run for several pages only; for one page there is another statement. */
const ofSeveralPages = ["runtime/allowed-pages.ts", "runtime/leases.ts"];

test("the statements checked are all that take rows of pages", () => {
  const texts = statements.map(textOf);
  const taking = storeStatements().filter(({ text }) => /\b(rowsOfPages|pagesOf)\(/.test(text));

  const unchecked = taking.filter(({ text }) => !texts.some((each) => each.includes(longestPart(text))));

  assert.ok(taking.length > 50);
  assert.deepEqual(unchecked.map(({ path }) => path).sort(), ofSeveralPages);
});

/** The tables, by their names in the statement, that are neither compared with the page nor with a table that is. */
function tablesWithoutPage(text: string, values: unknown[]): string[] {
  const named = [...text.matchAll(/(?:\b(\w+)\.)?\b(?:page_)?id = \$(\d+)/g)]
    .filter(([, , place]) => values[Number(place) - 1] === page)
    .map(([, name = ""]) => name);
  const used = [...text.matchAll(/\b(?:from|join|update|using)\s+(\w+)(?:\s+as\s+(\w+))?( using \(page_id\b)?/g)]
    .filter(([, table = "", , isSame]) => (table === "pages" || tables.has(table)) && !isSame)
    .map(([, table = "", name = table]) => name);
  return used.filter((name) => {
    const at = [named.indexOf(name), named.indexOf("")].find((index) => index >= 0);
    if (at !== undefined) named.splice(at, 1);
    const [, other = ""] = new RegExp(`\\b${name}\\.page_id = (\\w+)\\.page_id`).exec(text) ?? [];
    return at === undefined && !used.includes(other);
  });
}

/** The longest part of a template without values. */
function longestPart(text: string): string {
  const parts = text.split(/\$\{[^}]*\}/).filter((part) => !/[`{}]/.test(part));
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/** Without the columns that are inserted. */
function withoutTargets(text: string): string {
  return text.replaceAll(/\binsert into \S+ as \w+ \([^)]*\)/g, "");
}

function tablesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:from|join|update|into)\s+(\w+)/g)].flatMap(([, name = ""]) =>
    tables.has(name) ? name : [],
  );
}
