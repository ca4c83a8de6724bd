import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { type Logger, pino } from "pino";
import type { Channels } from "../channels/channel.ts";
import { channels } from "../channels/index.ts";
import { type Config, readConfig } from "../config/config.ts";
import type { Deps } from "../deps.ts";
import { openLogins } from "../domain/people/open-logins.ts";
import { nodeHealth } from "../health.ts";
import { buildApp } from "../http/app.ts";
import { liveHub } from "../live/hub.ts";
import { pageLive } from "../live/page-live.ts";
import { mailStore } from "../mailbox/accept.ts";
import { openStorage } from "../media/open-storage.ts";
import { nodeMetrics } from "../metrics/metrics.ts";
import { openEmails } from "../outbound/mail.ts";
import { batchedLookups } from "../store/catalog/lookups.ts";
import { pageMemory } from "../store/catalog/page-memory.ts";
import { connect, type Database } from "../store/db/db.ts";
import { loadSecrets } from "../store/db/secrets.ts";
import { freshDatabase } from "./database/database.ts";
import { testKeys } from "./database/keys.ts";

/** Allows the stand-ins for the platforms, which run on this machine. */
export const onLoopback = { allowPlatformHosts: ["127.0.0.1"] };

/** Tests must pass on a busy machine, where work may wait long. */
export const onBusyMachine = { overloadMs: 300_000 };

export type Options = Partial<Config> & { channels?: Channels; log?: Logger };

export const log = pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" });

/** The dependencies of functions, on a fresh database that is dropped when the test ends. Nothing runs the pages. */
export async function testDeps(t: Test, options: Options = {}): Promise<Deps> {
  return depsOn(await testDatabase(t), { dataDir: testFolder(t), ...options });
}

/** The HTTP server alone on a fresh database, on a free port of loopback. Nothing runs the pages. */
export async function testApp(t: Test, options: Options = {}): Promise<{ baseUrl: string; deps: Deps }> {
  const deps = await testDeps(t, options);
  const app = await buildApp(deps);
  const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  atEnd(t, () => app.close());
  return { baseUrl, deps };
}

/** A folder for the server's files, gone when the test ends. */
export function testFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), "banter-data-"));
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function testDatabase(t: Test): Promise<Database> {
  const db = connectTest(await freshDatabase(t));
  atEnd(t, () => db.close());
  return db;
}

/**
 * Connections to a test's database, with the key of tests. On a busy machine all takes longer than a server waits; a
 * test's server has the same patience.
 */
export function connectTest(url: string): Database {
  const patience = { connectMs: 60_000, statementTimeout: "240s", answerMs: 300_000 };
  return connect({ url, name: "banter-test", sealer: testKeys(), onError: () => undefined, patience });
}

async function depsOn(
  db: Database,
  { channels: given = channels, log: logger = log, ...config }: Options,
): Promise<Deps> {
  const secrets = await loadSecrets(db);
  const pages = pageMemory(db);
  const whole = { ...readConfig({}), ...onLoopback, ...onBusyMachine, ...config };
  return {
    db,
    config: whole,
    log: logger,
    channels: given,
    lookups: batchedLookups(db, pages),
    pages,
    accept: mailStore(db, () => undefined).store,
    secrets,
    logins: openLogins({ db, config: whole, log: logger, secrets }),
    emails: openEmails(whole.mail, (error) => logger.warn({ err: error }, "e-mail not sent")),
    storage: openStorage(whole),
    health: nodeHealth(),
    waitingMs: () => db.waitingMs(),
    metrics: nodeMetrics(),
    tracing: undefined,
    live: pageLive({ db, nodeId: randomUUID(), log: logger }),
    hub: liveHub(),
    baseUrl: () => "http://127.0.0.1",
  };
}
