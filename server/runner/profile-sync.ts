import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { SendError, sendFailures } from "../outbound/send-error.ts";
import type { Lease } from "../store/leases.ts";
import { findProfileSync, type ProfileSync as StoredSync, saveProfileSync } from "../store/profile-syncs.ts";
import type { LoadedSetup } from "./setup.ts";

/** Edits come in bursts: the platform is told when there has been none for so long. */
const debounceMs = 2000;
/** Seconds before each further attempt; after the last, it waits for the owner's next change. */
const retrySeconds = [5, 30, 120, 600, 3600];

/**
 * Brings the owner's edits of greeting, ice breakers and menu to the platform, which shows them before a customer has
 * written. The table says how far it is, so that the page's next owner goes on from there.
 */
export function createProfileSync(
  { db, log }: Pick<Deps, "db" | "log">,
  lease: Lease,
  { mayCall, reload }: { mayCall: () => boolean; reload: () => Promise<LoadedSetup | undefined> },
) {
  let latest: LoadedSetup | undefined;
  let timer: NodeJS.Timeout | undefined;
  let attempts = 0;
  let running: Promise<void> | undefined;

  function schedule(waitMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      running = sync()
        .catch((error) => log.warn({ err: error, pageId: lease.pageId }, "profile sync failed"))
        .finally(() => {
          running = undefined;
        });
    }, waitMs);
  }

  async function sync(): Promise<void> {
    // Edits that were made while it waited go along.
    const wanted = await reload();
    const known = wanted && (await findProfileSync(db, lease.pageId));
    if (!known || !wanted.channel.setProfile || wanted.isDisconnected || !mayCall()) return;
    const hash = hashOf(wanted);
    if (known.hash === hash && known.state === "done") return settle(known, wanted);
    if (known.state !== "waiting" && attempts === 0)
      await saveProfileSync(db, lease, { ...known, state: "waiting", reason: null });
    try {
      await wanted.channel.setProfile(wanted.profile, wanted.channelSettings);
      attempts = 0;
      await saveProfileSync(db, lease, { state: "done", reason: null, hash, settledRevision: wanted.revision });
    } catch (error) {
      await fail(known, wanted, error);
    }
    if (latest !== wanted) schedule(debounceMs);
  }

  async function settle(known: StoredSync, { revision }: LoadedSetup): Promise<void> {
    if (known.settledRevision !== revision) await saveProfileSync(db, lease, { ...known, settledRevision: revision });
  }

  /** A failure that another attempt cannot mend waits for the owner's next change. */
  async function fail({ hash, settledRevision }: StoredSync, { revision }: LoadedSetup, error: unknown): Promise<void> {
    if (!(error instanceof SendError))
      log.warn({ err: error, pageId: lease.pageId }, "profile not set at the platform");
    const isTransient = error instanceof SendError && sendFailures[error.failure].retry;
    const seconds = isTransient ? retrySeconds[attempts++] : undefined;
    const reason = error instanceof SendError ? error.message : "The platform did not take it.";
    const isOver = seconds === undefined;
    await saveProfileSync(db, lease, {
      ...{ state: "failed", reason, hash },
      settledRevision: isOver ? revision : settledRevision,
    });
    if (isOver) attempts = 0;
    else schedule(Math.max(seconds, error instanceof SendError ? (error.retryAfterSeconds ?? 0) : 0) * 1000);
  }

  return {
    /** The set-up was read: it may differ from the profile that the platform has. */
    notice(loaded: LoadedSetup): void {
      if (!loaded.channel.setProfile) return;
      const isChange =
        latest === undefined || latest.connection !== loaded.connection || hashOf(latest) !== hashOf(loaded);
      const isRevised = latest?.revision !== loaded.revision;
      latest = loaded;
      if (isChange) attempts = 0;
      if (isChange || (isRevised && timer === undefined)) schedule(debounceMs);
    },
    isIdle: () => timer === undefined && running === undefined,
    async stop(): Promise<void> {
      clearTimeout(timer);
      await running;
    },
  };
}

export type ProfileSync = ReturnType<typeof createProfileSync>;

const hashOf = ({ profile }: LoadedSetup) => createHash("sha256").update(JSON.stringify(profile)).digest("hex");
