import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { writePageFile } from "@banter/core/page-file/write.ts";
import { sql } from "../../store/db/sql.ts";
import { testDeps } from "../../test/app.ts";
import { applyPageFile } from "../page-file/apply.ts";
import { readPageFile } from "../page-file/read.ts";
import { isUnused, makeDemo } from "./demo.ts";
import { findTokenPage } from "./page-tokens.ts";
import { createPage } from "./pages.ts";

const demoText = readFileSync(new URL("../../../demo/page.json", import.meta.url), "utf8");

test("the demo page equals its file, and has an owner and a working token", async (t) => {
  const deps = await testDeps(t);
  assert.equal(await isUnused(deps.db), true);

  const { pageId, token, email, password } = await makeDemo(deps);

  assert.equal(await isUnused(deps.db), false);
  assert.deepEqual([pageId, email], ["web_1000001", "owner@example.com"]);
  assert.ok(password.length >= 12);
  assert.ok(await findTokenPage(deps, pageId, token));
  assert.equal(writePageFile(await readPageFile(deps, pageId)), demoText);
});

test("making the demo again keeps changes and returns a new token and password", async (t) => {
  const deps = await testDeps(t);
  const first = await makeDemo(deps);
  const changed = { ...JSON.parse(demoText), tags: ["mine"] };
  await applyPageFile(deps, first.pageId, changed, { prune: false });

  const second = await makeDemo(deps);

  assert.equal(second.pageId, first.pageId);
  assert.notEqual(second.password, first.password);
  assert.equal(await findTokenPage(deps, first.pageId, first.token), undefined);
  assert.ok(await findTokenPage(deps, second.pageId, second.token));
  assert.equal((await readPageFile(deps, first.pageId)).tags?.[0], "mine");
});

test("nodes that start at the same time create one demo", async (t) => {
  const deps = await testDeps(t);

  await Promise.all([makeDemo(deps), makeDemo(deps), makeDemo(deps)]);

  const counts = await deps.db.get(sql`
    select (select count(*) from workspaces) as workspaces, (select count(*) from pages) as pages,
           (select count(*) from users) as users, (select count(*) from members) as members`);
  assert.deepEqual(counts, { workspaces: 1, pages: 1, users: 1, members: 1 });
});

test("a database with a page is not empty", async (t) => {
  const deps = await testDeps(t);

  await createPage(deps, { name: "Shop" });

  assert.equal(await isUnused(deps.db), false);
});
