import type { Lease } from "../../store/runtime/leases.ts";
import type { Outgoing } from "../outgoing/outgoing.ts";
import type { Inbox } from "./inbox.ts";
import type { ProfileSync } from "./profile-sync.ts";
import type { SetupHolder } from "./setup.ts";

/**
 * A page that this node runs. All of it is a cache of the tables: if anything fails, the page is dropped and read
 * again.
 */
export type OwnedPage = {
  readonly lease: Lease;
  readonly setup: SetupHolder;
  /** Direct mail that waits for its turn. */
  readonly inbox: Inbox;
  /** Messages on their way to the platform. */
  readonly outgoing: Outgoing;
  readonly profile: ProfileSync;
  /** When the mailbox table is to be read next, by `performance.now()`. */
  readAt: number;
  lastWorkAt: number;
  lastBulkAt: number;
  /** The batch that handles mail of this page now: one at a time, so that its turns and messages keep their order. */
  batch: Promise<void> | undefined;
};

const idleMs = 300_000;

/** True if nothing has happened for a while and nothing waits: the page can be released until there is mail again. */
export function isIdle(page: OwnedPage): boolean {
  return (
    performance.now() - page.lastWorkAt > idleMs &&
    page.batch === undefined &&
    page.inbox.isEmpty() &&
    page.outgoing.isIdle() &&
    page.profile.isIdle()
  );
}
