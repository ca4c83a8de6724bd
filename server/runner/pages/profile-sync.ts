import { createHash } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { SendError, sendFailures } from "../../outbound/send-error.ts";
import type { Db } from "../../store/db/db.ts";
import { sharedStatement } from "../../store/db/shared-statement.ts";
import type { Lease } from "../../store/runtime/leases.ts";
import { listProfileSyncs, type ProfileSyncState, saveProfileSync } from "../../store/runtime/profile-syncs.ts";
import type { LoadedSetup } from "./setup.ts";

/** Owners edit in bursts: the platform gets the profile after a pause of this length. */
const debounceMs = 2000;
/** Seconds before each retry; after the last one, the sync waits for the owner's next change. */
const retrySeconds = [5, 30, 120, 600, 3600];

export type ProfileSyncDeps = Pick<Deps, "db" | "log"> & {
  lease: Lease;
  findSync: FindSync;
  mayCall: () => boolean;
};

/** Pages that were opened at the same time share a statement. */
export type FindSync = (pageId: string) => Promise<ProfileSyncState | undefined>;

export const syncFinder = (db: Db): FindSync =>
  sharedStatement({
    async run(pageIds: string[]) {
      const syncs = await listProfileSyncs(db, pageIds);
      return pageIds.map((pageId) => syncs.get(pageId));
    },
  });

/**
 * Sends the owner's edits of greeting, ice breakers and menu to the platform, which shows them before a customer has
 * written. The table records the progress, so that the node that runs the page next goes on from there.
 */
export class ProfileSync {
  readonly #deps: ProfileSyncDeps;
  #latest: LoadedSetup | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #attempts = 0;

  constructor(deps: ProfileSyncDeps) {
    this.#deps = deps;
  }

  /** Called when the set-up was loaded: it may differ from the profile that the platform has. */
  onLoaded(loaded: LoadedSetup): void {
    if (!loaded.channel.profile) return;
    const latest = this.#latest;
    const isChange = !latest || latest.settingsVersion !== loaded.settingsVersion || hashOf(latest) !== hashOf(loaded);
    const isRevised = latest?.revision !== loaded.revision;
    this.#latest = loaded;
    if (isChange) this.#attempts = 0;
    if (isChange || (isRevised && this.#timer === undefined)) this.#schedule(debounceMs);
  }

  isIdle(): boolean {
    return this.#timer === undefined && this.#running === undefined;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(waitMs: number): void {
    const { log, lease } = this.#deps;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#sync()
        .catch((error) => log.warn({ err: error, pageId: lease.pageId }, "profile sync failed"))
        .finally(() => {
          this.#running = undefined;
        });
    }, waitMs);
  }

  async #sync(): Promise<void> {
    const { lease, findSync, mayCall } = this.#deps;
    // Includes edits that were made while it waited. One that is not loaded yet starts another sync when it is.
    const wanted = this.#latest;
    const known = wanted && (await findSync(lease.pageId));
    if (!known || !wanted.channel.profile || wanted.isDisconnected || !mayCall()) return;
    const hash = hashOf(wanted);
    if (known.hash === hash && known.state === "done") {
      const { revision } = wanted;
      if (known.settledRevision !== revision) await this.#save({ ...known, settledRevision: revision });
      return;
    }
    if (known.state !== "waiting" && this.#attempts === 0)
      await this.#save({ ...known, state: "waiting", reason: null });
    try {
      await wanted.channel.profile.set(wanted.profile, wanted.channelSettings);
      this.#attempts = 0;
      await this.#save({ state: "done", reason: null, hash, settledRevision: wanted.revision });
    } catch (error) {
      await this.#fail(known, wanted, error);
    }
    if (this.#latest !== wanted) this.#schedule(debounceMs);
  }

  /** After a failure that a retry cannot fix, the sync waits for the owner's next change. */
  async #fail({ hash, settledRevision }: ProfileSyncState, { revision }: LoadedSetup, error: unknown): Promise<void> {
    const { log, lease } = this.#deps;
    if (!(error instanceof SendError)) log.warn({ err: error, pageId: lease.pageId }, "profile update failed");
    const isTransient = error instanceof SendError && sendFailures[error.failure].retry;
    const seconds = isTransient ? retrySeconds[this.#attempts++] : undefined;
    const reason = error instanceof SendError ? error.message : "The platform did not take it.";
    const isOver = seconds === undefined;
    await this.#save({ state: "failed", reason, hash, settledRevision: isOver ? revision : settledRevision });
    if (isOver) this.#attempts = 0;
    else this.#schedule(Math.max(seconds, error instanceof SendError ? (error.retryAfterSeconds ?? 0) : 0) * 1000);
  }

  #save(sync: Omit<ProfileSyncState, "at">): Promise<void> {
    return saveProfileSync(this.#deps.db, this.#deps.lease, sync);
  }
}

const hashOf = ({ profile }: LoadedSetup) => createHash("sha256").update(JSON.stringify(profile)).digest("hex");
