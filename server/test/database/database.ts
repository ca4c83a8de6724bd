import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { type Embedded, startEmbedded } from "../../store/db/embedded/start.ts";
import { serversOf } from "./citus.ts";
import { databaseUrl, onEach, onServer, prepareTemplate, templateName } from "./template.ts";

/** A migrated, empty database for one test, dropped when it ends. */
export async function freshDatabase(t: Test): Promise<string> {
  server ??= findServer();
  const { url, template } = await server;
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await onEach(serversOf(url), `create database ${name} template ${template}`);
  atEnd(t, async () => {
    for (const server of serversOf(url)) await dropDatabase(server, name);
  });
  return databaseUrl(url, name);
}

/** A database without any tables. */
export async function emptyDatabase(t: Test): Promise<string> {
  const url = await freshDatabase(t);
  await onServer(url, (client) => client.query("drop schema public cascade; create schema public"));
  return url;
}

/** While autovacuum works in a database, only a superuser may drop it by force: retries until autovacuum has ended. */
async function dropDatabase(url: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const dropping = onServer(url, (client) => client.query(`drop database if exists ${name} with (force)`));
    const error = await dropping.then(
      () => undefined,
      (error) => error,
    );
    if (!error) return;
    if (error.code !== "42501" || tries > 50) throw error;
    await sleep(100);
  }
}

type Server = { url: string; template: string };
let server: Promise<Server> | undefined;
let embedded: Embedded | undefined;

/**
 * `npm test` has prepared a server. A test file that runs by itself keeps one for this checkout, to be quick next time.
 */
async function findServer(): Promise<Server> {
  const { BANTER_TEST_SERVER: url, BANTER_TEST_TEMPLATE: template, DATABASE_URL: given } = process.env;
  if (url && template) return { url, template };

  if (!given) embedded = await startEmbedded({ dataDir: ownFolder(), log: () => {} });
  const own = { url: given ?? embedded?.url ?? "", template: templateName() };
  await prepareTemplate(own.url, own.template);
  return own;
}

function ownFolder(): string {
  const checkout = createHash("sha256")
    .update(import.meta.url)
    .digest("hex")
    .slice(0, 12);
  const folder = join(tmpdir(), `banter-test-${process.getuid?.() ?? 0}-${checkout}`);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  // The folder's name can be guessed, and its content is trusted.
  if (process.getuid && statSync(folder).uid !== process.getuid())
    throw new Error(`${folder} belongs to another user.`);
  return folder;
}

// Not a hook of the test runner: hooks run in the order of their creation, and databases are dropped in later ones.
process.once("beforeExit", () => embedded?.stop());
