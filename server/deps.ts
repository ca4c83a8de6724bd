import type { Logger } from "pino";
import type { Channels } from "./channels/channel.ts";
import type { Config } from "./config/config.ts";
import type { Logins } from "./domain/people/logins.ts";
import type { Health } from "./health.ts";
import type { LiveHub } from "./live/hub.ts";
import type { PageLive } from "./live/page-live.ts";
import type { Accept } from "./mailbox/accept.ts";
import type { Storage } from "./media/storage.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Emails } from "./outbound/mail.ts";
import type { Lookups } from "./store/catalog/lookups.ts";
import type { PageMemory } from "./store/catalog/page-memory.ts";
import type { Db } from "./store/db/db.ts";
import type { Secrets } from "./store/db/secrets.ts";
import type { Siblings } from "./supervisor/siblings.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** The dependencies that functions get as their first argument. Inside a transaction `db` is that transaction. */
export type Deps = {
  db: Db;
  config: Config;
  log: Logger;
  channels: Channels;
  lookups: Lookups;
  /** A cache of pages. Every change of a page must be reported to it. */
  pages: PageMemory;
  /** Accepts mail. Resolves when it is committed. */
  accept: Accept;
  /** Keys that all nodes share. */
  secrets: Secrets;
  logins: Logins;
  /** Undefined if the server sends no e-mail. In the transaction of a call, e-mails are sent after its commit. */
  emails: Emails | undefined;
  /** The bytes of stored files. */
  storage: Storage;
  /** The health of this node: the runner and the server report to it. */
  health: Health;
  /** The longest time, in milliseconds, that somebody waits for a connection to the database now. */
  waitingMs: () => number;
  /** Undefined while nobody traces. */
  tracing: Tracing | undefined;
  /** Counters and gauges of this node, for `/metrics`. */
  metrics: Metrics;
  /** Events for open streams of pages; in the transaction of a call they are sent after its commit. */
  live: PageLive;
  /** Signals of conversations that have changed, on any node. */
  hub: LiveHub;
  /** The public address of this server, known when it listens. */
  baseUrl: () => string;
  /** An empty database gets the demo's owner right after the start, so that nobody else may sign up as the first one. */
  makesDemo?: boolean;
  /** The other nodes behind the same port; undefined for a node alone. */
  siblings?: Siblings | undefined;
};
