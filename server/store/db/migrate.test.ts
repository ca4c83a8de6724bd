import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { connectTest } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { emptyDatabase, freshDatabase } from "../../test/database/database.ts";
import { onServer } from "../../test/database/template.ts";
import { until } from "../../test/until.ts";
import { listInboxViews } from "../conversations/inbox-views.ts";
import { listAppliedMigrations } from "../health/server-state.ts";
import { migrate } from "./migrate.ts";
import { former } from "./migrations/former.ts";
import { dumpSchema } from "./schema.ts";

const files = readdirSync(new URL("./migrations/", import.meta.url))
  .filter((name) => name.endsWith(".sql"))
  .sort();

function applied(url: string) {
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string; applied_at: Date }>(
      "select name, applied_at from migrations order by name",
    );
    return rows;
  });
}

/** Migrated here, because the tables of a cluster are distributed already: what these tests undo cannot be undone there. */
async function migratedDatabase(t: TestContext): Promise<string> {
  const url = await emptyDatabase(t);
  await migrate(url);
  return url;
}

test("migrations have a number each", () => {
  const numbers = files.map((name) => name.slice(0, 4));

  assert.equal(new Set(numbers).size, files.length);
  for (const name of files) assert.match(name, /^\d{4}_[a-z0-9_]+\.sql$/);
});

test("an empty database gets every migration, in order", async (t) => {
  const url = await emptyDatabase(t);

  await migrate(url);

  assert.deepEqual(
    (await applied(url)).map(({ name }) => name),
    files,
  );
});

test("a database that is up to date is left as it is", async (t) => {
  const url = await freshDatabase(t);
  const before = await applied(url);

  await migrate(url);

  assert.deepEqual(await applied(url), before);
});

test("nodes that start together migrate once", async (t) => {
  const url = await emptyDatabase(t);

  await Promise.all([migrate(url), migrate(url), migrate(url), migrate(url)]);

  assert.deepEqual(
    (await applied(url)).map(({ name }) => name),
    files,
  );
});

test("a migration that fails is rolled back, and the error names it", async (t) => {
  const url = await emptyDatabase(t);
  await onServer(url, (client) => client.query("create table workspaces (mine text)"));

  const failure = await migrate(url).catch((error) => error);

  assert.equal(failure.message, `The migration ${files[0]} failed: relation "workspaces" already exists`);
  assert.deepEqual(await applied(url), []);
  const tables = await onServer(url, (client) => client.query("select from pg_tables where schemaname = 'public'"));
  assert.equal(tables.rowCount, 2);
});

test("a migration that waits for a long query does not block others, and is applied after it", async (t) => {
  const url = await migratedDatabase(t);
  const undo = "alter table messages drop column notes; delete from migrations where name = '0008_message_notes.sql'";
  await onServer(url, (client) => client.query(undo));

  await onServer(url, async (reader) => {
    await reader.query("begin; select from messages");
    const migrating = migrate(url);
    await until(() => isWaitingForLock(url));
    // Waits behind the migration, and runs when that gives up its lock request.
    await onServer(url, (client) => client.query("set statement_timeout = '60s'; select from messages"));
    await reader.query("commit");
    await migrating;
  });

  assert.deepEqual(
    (await applied(url)).map(({ name }) => name),
    files,
  );
});

test("a migration that meets other work in a deadlock is applied after it", async (t) => {
  const url = await migratedDatabase(t);
  await onServer(url, (client) => client.query(undoLast));

  await onServer(url, async (worker) => {
    await worker.query("begin; select from page_leases");
    const migrating = migrate(url);
    await until(() => isWaitingForLock(url, "page_leases"));
    // The migration has locked pages and waits for page_leases. PostgreSQL ends one of the two.
    await worker.query("update pages set name = name").catch(() => undefined);
    await worker.query("rollback");
    await migrating;
  });

  assert.deepEqual(
    (await applied(url)).map(({ name }) => name),
    files,
  );
});

test("a database of the version before the migrations were merged is brought up to date", async (t) => {
  const url = await migratedDatabase(t);
  await onServer(url, (client) => client.query(undoLast));
  await nameFormerly(url, former);

  await migrate(url);

  const db = connectTest(url);
  atEnd(t, () => db.close());
  const wanted = readFileSync(new URL("./schema.sql", import.meta.url), "utf8");
  assert.equal(await dumpSchema(db), wanted.replace(/^(--.*\n)+\n/, ""));
  assert.deepEqual(await listAppliedMigrations(db), files);
});

test("the tag of a saved view becomes its condition", async (t) => {
  const url = await migratedDatabase(t);
  const db = connectTest(url);
  atEnd(t, () => db.close());
  const { pageId } = await aPage({ db });
  await onServer(url, (client) =>
    client.query(`
      alter table inbox_views add column tag_id bigint, drop column condition;
      delete from migrations where name = '0026_conditions_of_views.sql';
      insert into inbox_views (page_id, name, filter, tag_id)
      values ('${pageId}', 'All', 'all', null), ('${pageId}', 'VIP', 'waiting', 7)`),
  );

  await migrate(url);

  assert.deepEqual(
    (await listInboxViews(db, pageId)).map(({ condition }) => condition),
    [null, { match: "all", rules: [{ type: "tag", tag_id: 7, has: true }] }],
  );
});

test("a database with some of the merged migrations only is refused", async (t) => {
  const url = await migratedDatabase(t);
  await nameFormerly(url, former.slice(0, -1));

  await assert.rejects(migrate(url), { message: /has no 0032_prechat_form_and_receipts.sql. Start the version/ });
});

/** Gives the migrations after those of release 0.1.0 the names they had before they were merged. */
function nameFormerly(url: string, names: string[]): Promise<unknown> {
  return onServer(url, async (client) => {
    await client.query("delete from migrations where name > '0010'");
    await client.query("insert into migrations (name) select unnest($1::text[])", [names]);
  });
}

/** Undoes the migrations that came after the merged ones. */
const undoLast = `
  drop table evaluation_questions, evaluations;
  drop table knowledge_misses, knowledge_passages, knowledge_sources;
  drop table models, model_limits, model_usage;
  alter table requests drop column reserved;
  drop table rule_turns, rules, sequence_versions, sequences;
  drop table incoming_calls, incoming_hooks, event_deliveries, event_endpoints;
  drop table broadcasts;
  alter table pages drop column audience;
  alter table customers drop column wants_news, drop column planned_at;
  drop table segments;
  alter table customer_index drop column facts;
  drop table inbox_views;
  alter table pages drop column answer_minutes;
  alter table conversations drop column needed_at, drop column settled_through, drop column late_for;
  drop index page_leases_by_node, page_leases_unfinished, mailbox_due;
  create index turns_by_age on turns using brin (at);
  drop table erased_customers;
  drop index audit_log_by_subject;
  alter table page_leases add foreign key (page_id) references pages;
  alter table page_secrets drop column hosts;
  alter table customers drop column other_psid;
  alter table customer_jobs drop column failed_in;
  delete from migrations where name >= '0015'`;

function isWaitingForLock(url: string, table = "messages"): Promise<boolean> {
  return onServer(url, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_locks where not granted and relation = '${table}'::regclass
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rowCount === 1;
  });
}
