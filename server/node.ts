import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { findChannelOf } from "@banter/core/channels/index.ts";
import type { Logger } from "pino";
import type { Channels } from "./channels/channel.ts";
import type { Config } from "./config/config.ts";
import type { Deps } from "./deps.ts";
import { openLogins } from "./domain/people/open-logins.ts";
import { watchKeys } from "./domain/sealing/watch-keys.ts";
import type { KeyRing } from "./encryption/sealer.ts";
import { nodeHealth } from "./health.ts";
import { buildApp } from "./http/app.ts";
import { liveHub } from "./live/hub.ts";
import { pageLive } from "./live/page-live.ts";
import { type Mail, withStoredKey } from "./mailbox/accept.ts";
import { mailIntake } from "./mailbox/intake.ts";
import { openStorage } from "./media/open-storage.ts";
import { addDiskGauge, addInstallationGauges } from "./metrics/installation.ts";
import { nodeMetrics } from "./metrics/metrics.ts";
import { addNodeGauges } from "./metrics/node.ts";
import { openEmails } from "./outbound/mail.ts";
import { closePools } from "./outbound/pools.ts";
import { listenFailure, stopListening } from "./process/listening.ts";
import { untilAvailable } from "./process/until-available.ts";
import { type Runner, startRunner } from "./runner/runner.ts";
import { batchedLookups } from "./store/catalog/lookups.ts";
import { pageMemory } from "./store/catalog/page-memory.ts";
import { connectHot, type Database } from "./store/db/db.ts";
import { loadSecrets } from "./store/db/secrets.ts";
import { setClock } from "./store/health/database-clock.ts";
import { deleteDeadNodesOf, deleteNode, insertNode } from "./store/runtime/nodes.ts";
import type { Siblings } from "./supervisor/siblings.ts";
import { openTracing } from "./tracing/open-tracing.ts";
import type { Tracing } from "./tracing/tracing.ts";

export type Node = {
  id: string;
  baseUrl: string;
  deps: Deps;
  runner: Runner;
  /** Takes no new connections, serves the open ones on and asks their clients to close them, until that is done. */
  drain(maxMs: number): Promise<void>;
  stop(): Promise<void>;
};

/** Longer than the pause between two reports of a member who types. */
const memberTypingSeconds = 8;

/** Starts one server: it accepts mail for every page and runs the pages it owns. Any number may share a database. */
export async function startNode(parts: Parts): Promise<Node> {
  const { db, config, log, channels, keys, installation, siblings, makesDemo = false, hotConnections: max } = parts;
  const nodeId = randomUUID();
  const hub = liveHub();
  let baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`;
  const onLost = (error: Error) => log.warn({ err: error }, "database connection lost");
  await setClock(db);
  const isDistributed = await db.isDistributed();
  const hotDb = connectHot(db, onLost, { isDistributed, ...(max !== undefined && { max }) });
  const metrics = nodeMetrics();
  const intake = mailIntake(hotDb, (stored) => {
    for (const { pageId } of stored)
      metrics.mailAccepted.inc({ channel: findChannelOf(pageId) ?? "none", path: "mailbox" });
  });
  const secrets = await loadSecrets(db);
  const tracing = await openTracing(config);
  const pages = pageMemory(db);
  const deps: Deps = {
    db,
    config,
    log,
    channels,
    lookups: batchedLookups(db, pages),
    pages,
    accept: (given) => {
      // Nodes of the last release tell no keys of the sealer, which is not active as long as one runs.
      const areHashesKnown = db.sealer.isActive();
      return intake.accept(withStoredKey(tracing ? withPlace(given, tracing) : given, { areHashesKnown }));
    },
    secrets,
    logins: openLogins({ db, config, log, secrets }),
    emails: openEmails(config.mail, (error) => log.warn({ err: error }, "e-mail not sent")),
    storage: openStorage(config),
    health: nodeHealth(),
    waitingMs: () => Math.max(db.waitingMs(), hotDb.waitingMs()),
    metrics,
    tracing,
    live: pageLive({
      ...{ db, nodeId, log },
      onTyping: (customer) => hub.publish({ ...customer, typingSeconds: memberTypingSeconds }),
      onRead: hub.publish,
    }),
    hub,
    baseUrl: () => baseUrl,
    makesDemo,
    siblings,
  };
  addInstallationGauges(metrics, { db, log });
  addDiskGauge(metrics, config.dataDir);
  addNodeGauges(metrics, { health: deps.health, pools: { api: db.pool, hot: hotDb.pool }, hub });
  const app = await buildApp(deps);

  async function drain(maxMs: number): Promise<void> {
    deps.health.drain();
    await Promise.race([stopListening(app.server), sleep(maxMs)]);
  }

  async function closeParts(): Promise<void> {
    await deps.emails?.settle();
    deps.live.close();
    await tracing?.stop();
    await closePools();
    await hotDb.close();
    await deleteNode(db, nodeId).catch((error) => log.warn({ err: error }, "node not deregistered"));
  }

  try {
    const { host, port } = config;
    const address = await app.listen({ host, port }).catch((error) => Promise.reject(listenFailure(error, port)));
    baseUrl = config.baseUrl ?? readable(config.host, address);
    const register = () => insertNode(db, { id: nodeId, baseUrl, installation });
    // A killed server that is started again can claim its pages at once, without waiting until its lease has lapsed.
    // From here on the server answers, so that a database that stalls must not end it.
    const runner = await untilAvailable(
      async () => {
        if (installation) await deleteDeadNodesOf(db, installation);
        return startRunner(deps, { nodeId, db: hotDb, intake, register });
      },
      (error) => log.warn({ err: error }, "pages not run yet: the database does not answer"),
    );
    const stopWatchingKeys = keys && watchKeys({ db, config, log, keys, nodeId });
    const stopAll = async () => {
      // First no more requests, then the pages finish their work and are released.
      await app.close();
      await stopWatchingKeys?.();
      await runner.stop();
      await closeParts();
    };
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= stopAll();
      return stopping;
    };
    return { id: nodeId, baseUrl, deps, runner, drain, stop };
  } catch (error) {
    await app.close();
    await closeParts();
    throw error;
  }
}

type Parts = {
  db: Database;
  config: Config;
  log: Logger;
  channels: Channels;
  /** The keys of `db`, which may change while the server runs. */
  keys?: KeyRing;
  /** The id of the data folder, for a process that may be started again there. */
  installation?: string | undefined;
  /** The process makes the demo in an empty database once the server has started. */
  makesDemo?: boolean;
  /** The other nodes behind the same port, if a supervisor runs them. */
  siblings?: Siblings;
  /** Connections for the hot path. */
  hotConnections?: number;
};

/** The turn of the mail belongs to the trace of the call that it came with. */
function withPlace(mail: Mail, tracing: Tracing): Mail {
  const traceparent = tracing.current();
  return traceparent === undefined ? mail : { ...mail, event: { ...mail.event, traceparent } };
}

/** 0.0.0.0 is not an address that a browser can open. */
function readable(host: string, address: string): string {
  return host === "0.0.0.0" || host === "::" ? `http://localhost:${new URL(address).port}` : address;
}
