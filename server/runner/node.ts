import type { Deps } from "../deps.ts";
import type { Signal } from "../live/hub.ts";
import type { MailStore } from "../mailbox/accept.ts";
import type { IdSource } from "../mailbox/ids.ts";
import type { Db } from "../store/db/db.ts";
import type { ProfileLookups } from "./customers/profile-lookups.ts";
import type { Digester } from "./digest/digester.ts";
import type { CallSpans } from "./outgoing/call-spans.ts";
import type { Ledger } from "./outgoing/ledger.ts";
import type { Inbox } from "./pages/inbox.ts";
import type { OwnedPage } from "./pages/page.ts";
import type { FindSync } from "./pages/profile-sync.ts";
import type { ReadSetup } from "./pages/setup.ts";
import type { RequestRunner } from "./requests/requests.ts";
import type { ThinkingSigns } from "./requests/thinking.ts";

/** Everything the rounds of this node use. */
export type RunnerNode = {
  deps: Deps;
  nodeId: string;
  /** The hot path's own connections, which use generic plans and index look-ups only. */
  db: Db;
  ids: IdSource;
  mailbox: MailStore;
  ledger: Ledger;
  requests: RequestRunner;
  thinking: ThinkingSigns;
  readSetup: ReadSetup;
  findProfileSync: FindSync;
  profileLookups: ProfileLookups;
  digester: Digester;
  /** Undefined while nobody traces. */
  callSpans: CallSpans | undefined;
  /** The pages that this node runs, by id. */
  pages: Map<string, OwnedPage>;
  /** Inboxes of pages that this node gives up, while a last batch is running. */
  closing: Map<string, Inbox>;
  isStopping: boolean;
  /** Running batches. */
  batches: Set<Promise<void>>;
  /** The one among them that has bulk mail only. */
  bulkBatch: Promise<void> | undefined;
  /** Pages with the same key may have their rows in one statement. */
  batchKeyOf: (pageId: string) => string;
  /** False while the node's lease may have lapsed. */
  mayAct: () => boolean;
  signal: (signals: Signal[]) => void;
  /** Runs a round soon. */
  wake: () => void;
  /** Throws away the page's state in memory. The page is then claimed again and read from the tables. */
  drop: (page: OwnedPage, reason: string, error?: unknown) => void;
};

export function dropAll({ pages, drop }: RunnerNode, reason: string): void {
  for (const page of [...pages.values()]) drop(page, reason);
}
