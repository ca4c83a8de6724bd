import type { Logger } from "pino";
import type { Channels } from "./channels/channel.ts";
import type { Config } from "./config.ts";
import type { Logins } from "./domain/people/logins.ts";
import type { Health } from "./health.ts";
import type { Accept } from "./mailbox/accept.ts";
import type { Lookups } from "./store/catalog/lookups.ts";
import type { PageMemory } from "./store/catalog/page-memory.ts";
import type { Db } from "./store/db/db.ts";
import type { Secrets } from "./store/db/secrets.ts";

/** What functions act with. Inside a transaction `db` is that transaction. */
export type Deps = {
  db: Db;
  config: Config;
  log: Logger;
  channels: Channels;
  lookups: Lookups;
  /** Where pages are looked up, and which must be told of their changes. */
  pages: PageMemory;
  /** Puts mail in a customer's mailbox, for good. */
  accept: Accept;
  /** Keys that all nodes share. */
  secrets: Secrets;
  logins: Logins;
  /** How this node is: what it does reports into it. */
  health: Health;
  /** Where people reach this server. Known once it listens. */
  baseUrl: () => string;
};
