import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { type EmbeddedServer, startEmbedded } from "../../store/db/embedded/start.ts";
import { serversOf } from "./citus.ts";
import type { CopyStrategy, TestServer } from "./server.ts";
import { databaseUrl, onEach, onServer, prepareTemplate, templateName } from "./template.ts";

/** A migrated, empty database for one test, dropped when it ends. */
export async function freshDatabase(t: Test): Promise<string> {
  server ??= findServer();
  const { url, template, strategy } = await server;
  return createDatabase(t, { servers: serversOf(url), name: newName(template), template, strategy });
}

/** A database without any tables, on one server: migrations run before tables are distributed. */
export async function emptyDatabase(t: Test): Promise<string> {
  server ??= findServer();
  const { url, template } = await server;
  const name = newName(template);
  return createDatabase(t, { servers: [url], name, template: "template0", strategy: "wal_log" });
}

type NewDatabase = { servers: string[]; name: string; template: string; strategy: CopyStrategy };

async function createDatabase(t: Test, { servers, name, template, strategy }: NewDatabase): Promise<string> {
  await onEach(servers, `create database ${name} template ${template} strategy ${strategy}`);
  atEnd(t, async () => {
    for (const server of servers) await dropDatabase(server, name);
  });
  return databaseUrl(servers[0] ?? "", name);
}

const newName = (template: string) => `${template}_${randomBytes(6).toString("hex")}`;

/**
 * While autovacuum works in a database, only a superuser may drop it by force, and workers of Citus come back at once:
 * retries until they have ended.
 */
async function dropDatabase(url: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const dropping = onServer(url, (client) => client.query(`drop database if exists ${name} with (force)`));
    const error = await dropping.then(
      () => undefined,
      (error) => error,
    );
    if (!error) return;
    if (!["42501", "55006"].includes(error.code) || tries > 50) throw error;
    await sleep(100);
  }
}

type Server = Pick<TestServer, "url" | "template" | "strategy">;
let server: Promise<Server> | undefined;
let embedded: EmbeddedServer | undefined;

/**
 * `npm test` has prepared a server. A test file that runs by itself keeps one for this checkout, to be quick next time.
 */
async function findServer(): Promise<Server> {
  const { BANTER_TEST_SERVER: prepared, DATABASE_URL: given } = process.env;
  if (prepared) return JSON.parse(prepared);

  if (!given) embedded = await startEmbedded({ dataDir: ownFolder(), log: () => {} });
  const own: Server = { url: given ?? embedded?.url ?? "", template: templateName(), strategy: "wal_log" };
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
