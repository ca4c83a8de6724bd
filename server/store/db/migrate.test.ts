import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { emptyDatabase, freshDatabase } from "../../test/database/database.ts";
import { onServer } from "../../test/database/template.ts";
import { until } from "../../test/until.ts";
import { migrate } from "./migrate.ts";

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
  const undo = `
    drop table parked_mail;
    alter table delivery_marks drop column waiting, drop column health;
    drop index mailbox_by_customer;
    create index mailbox_by_sequence on mailbox (page_id, psid, sequence);
    delete from migrations where name = '0010_parked_mail.sql'`;
  await onServer(url, (client) => client.query(undo));

  await onServer(url, async (worker) => {
    await worker.query("begin; select from mailbox");
    const migrating = migrate(url);
    await until(() => isWaitingForLock(url, "mailbox"));
    // The migration has locked pages and waits for the mailbox. PostgreSQL ends one of the two.
    await worker.query("update pages set name = name").catch(() => undefined);
    await worker.query("rollback");
    await migrating;
  });

  assert.deepEqual(
    (await applied(url)).map(({ name }) => name),
    files,
  );
});

function isWaitingForLock(url: string, table = "messages"): Promise<boolean> {
  return onServer(url, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_locks where not granted and relation = '${table}'::regclass
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rowCount === 1;
  });
}
