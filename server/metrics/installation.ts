import { statfs } from "node:fs/promises";
import type { Logger } from "pino";
import type { Db } from "../store/db/db.ts";
import { skewOf } from "../store/health/database-clock.ts";
import { type Figures, readFigures } from "../store/monitoring/figures.ts";
import { countPagesWithoutNode } from "../store/runtime/leases.ts";
import { countLivingNodes } from "../store/runtime/nodes.ts";
import type { Metrics } from "./metrics.ts";

/** However often the figures are asked for, the database is read no more often than this. */
const maxAgeMs = 10_000;

type Read = Figures & { nodes: number; pagesWithoutNode: number; clockSkew: number };

/** Gauges of the whole installation. Every node reads the same values from the database: take the maximum of them. */
export function addInstallationGauges(metrics: Metrics, { db, log }: { db: Db; log: Logger }): void {
  const read = keptFor(maxAgeMs, () =>
    readAll(db).catch((error) => {
      log.warn({ err: error }, "figures of the installation not read");
      return undefined;
    }),
  );
  const gauge = (name: string, help: string, value: keyof Read) =>
    metrics.gauge({ name, help }, async () => (await read())?.[value]);

  gauge("mail_due", "Mail that is due and not handled yet", "mailDue");
  gauge("mail_oldest_due_seconds", "Age of the oldest mail that is due", "mailOldestAge");
  gauge("timer_oldest_due_seconds", "How late the latest timer is", "timerOldestAge");
  gauge("messages_unsent", "Messages of connected pages that wait to be sent", "messagesUnsent");
  gauge("message_oldest_unsent_seconds", "Age of the oldest of them", "messageOldestAge");
  gauge("messages_undelivered", "Messages that failed or wait for another attempt", "messagesUndelivered");
  gauge("parked_mail", "Mail that waits for its owner to retry or drop it", "mailParked");
  gauge("requests_open", "Requests of flows without an answer", "requestsOpen");
  gauge("notices_due", "Notifications of members that wait to be sent", "noticesDue");
  gauge("notice_oldest_due_seconds", "Age of the oldest of them", "noticeOldestAge");
  gauge("nodes_alive", "Nodes with a current heartbeat", "nodes");
  gauge("pages_without_node", "Pages with due mail that no living node runs", "pagesWithoutNode");
  gauge("database_bytes", "Size of the database", "databaseBytes");
  gauge("clock_skew_seconds", "The clock of this node minus the clock of the database", "clockSkew");
  metrics.gauge({ name: "pages", help: "Pages by state", labelNames: ["state"] }, async () => pagesIn(await read()));
  metrics.gauge({ name: "database_readable", help: "1 if the figures of the database could be read" }, async () =>
    (await read()) ? 1 : 0,
  );
}

/** The free space of the data folder, which holds files and the embedded database. */
export function addDiskGauge(metrics: Metrics, dataDir: string): void {
  const help = "Free bytes of the file system with the data folder";
  metrics.gauge({ name: "disk_free_bytes", help }, () =>
    statfs(dataDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    ),
  );
}

async function readAll(db: Db): Promise<Read> {
  const startedAt = Date.now();
  const figures = await readFigures(db);
  const endedAt = Date.now();
  return {
    ...figures,
    clockSkew: skewOf(figures.now * 1000, startedAt, endedAt) / 1000,
    nodes: await countLivingNodes(db),
    pagesWithoutNode: await countPagesWithoutNode(db),
  };
}

function pagesIn(figures: Figures | undefined) {
  if (!figures) return [];
  const { pagesConnected, pagesPaused, pagesDisconnected } = figures;
  const states = { connected: pagesConnected, paused: pagesPaused, disconnected: pagesDisconnected };
  return Object.entries(states).map(([state, value]) => ({ labels: { state }, value }));
}

/** The result of the last call while it is younger than `ms`. Callers that come together share one call. */
function keptFor<Result>(ms: number, read: () => Promise<Result>): () => Promise<Result> {
  let kept: { at: number; result: Promise<Result> } | undefined;
  return () => {
    if (!kept || performance.now() - kept.at > ms) kept = { at: performance.now(), result: read() };
    return kept.result;
  };
}
