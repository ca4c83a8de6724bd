import type { Deps } from "../deps.ts";
import type { Signal } from "../live/hub.ts";
import type { MailStore } from "../mailbox/accept.ts";
import type { IdSource } from "../mailbox/ids.ts";
import type { Db } from "../store/db/db.ts";
import type { Ledger } from "./outgoing/ledger.ts";
import type { OwnedPage } from "./page.ts";
import type { ProfileLookups } from "./profile-lookups.ts";
import type { RequestRunner } from "./requests.ts";

/** All that the rounds of this node work with. */
export type RunnerNode = {
  deps: Deps;
  nodeId: string;
  /** Connections whose plans are generic and use indexes only. */
  db: Db;
  ids: IdSource;
  mailbox: MailStore;
  ledger: Ledger;
  requests: RequestRunner;
  profileLookups: ProfileLookups;
  /** The pages that this node runs, by id. */
  pages: Map<string, OwnedPage>;
  isStopping: boolean;
  /** Batches under way. */
  batches: Set<Promise<void>>;
  /** Pages whose rows may stand in one statement have the same key. */
  batchKeyOf: (pageId: string) => string;
  /** False while the node's lease may have lapsed. */
  mayAct: () => boolean;
  signal: (signals: Signal[]) => void;
  /** Runs a round soon. */
  wake: () => void;
  /** Gives up what is in memory of a page and takes the page again from the tables. */
  drop: (page: OwnedPage, why: string, error?: unknown) => void;
};

export function dropAll({ pages, drop }: RunnerNode, why: string): void {
  for (const page of [...pages.values()]) drop(page, why);
}
