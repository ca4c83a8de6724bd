import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { SendError, sendFailures } from "../outbound/send-error.ts";
import type { Lease } from "../store/leases.ts";
import { findProfileSync, type ProfileSync, saveProfileSync } from "../store/profile-syncs.ts";
import type { LoadedSetup } from "./setup.ts";

/** An owner's edits come in bursts: the platform is told when there has been none for so long. */
const debounceMs = 2000;
/** Seconds before each further attempt; after the last, it waits for the owner's next change. */
const retrySeconds = [5, 30, 120, 600, 3600];

/**
 * Keeps what the platform shows of the page before anybody has written (greeting, ice breakers, menu) in step with what
 * its owner edits. The table says how far it is, so that whoever runs the page next goes on from there.
 */
export function profileSync(
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
      running = bringIntoStep()
        .catch((error) => log.warn({ err: error, pageId: lease.pageId }, "profile not brought into step"))
        .finally(() => {
          running = undefined;
        });
    }, waitMs);
  }

  async function bringIntoStep(): Promise<void> {
    // Edits made while it waited are noticed late on a page that nobody writes to: they go along.
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

  async function settle(known: ProfileSync, { revision }: LoadedSetup): Promise<void> {
    if (known.settledRevision !== revision) await saveProfileSync(db, lease, { ...known, settledRevision: revision });
  }

  /** What cannot get better by itself waits for the next change. */
  async function fail(
    { hash, settledRevision }: ProfileSync,
    { revision }: LoadedSetup,
    error: unknown,
  ): Promise<void> {
    if (!(error instanceof SendError)) log.warn({ err: error, pageId: lease.pageId }, "profile not set");
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
    /** The set-up was read: it may differ from what the platform shows. */
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

const hashOf = ({ profile }: LoadedSetup) => createHash("sha256").update(JSON.stringify(profile)).digest("hex");
