import { wakeLoop } from "./wake-loop.ts";

/** Attempts of one loop that run side by side. */
const maxAttempts = 200;
/** The part of them that one sharer may have: a target that hangs must not delay those of others. */
const maxOfSharer = 10;
const pollMs = 2000;
const batchSize = 50;

/**
 * Work that any node takes: it is listed, claimed and tried. A claim lapses, so that the work of a node that has died is
 * claimed again: it may be done twice, but it is not lost.
 */
export type ClaimedWork<Due, Claimed extends Due> = {
  /** Runs before each look. Returns true if there is more of it to do. */
  prepare?(): Promise<boolean>;
  /** Due work, without that of the sharers who are full. */
  list(limit: number, full: string[]): Promise<Due[]>;
  claim(due: Due[]): Promise<Claimed[]>;
  handle(claimed: Claimed): Promise<void>;
  idOf(due: Due): string;
  /** The pages, users or addresses whose attempts are limited. */
  sharersOf(due: Due): string[];
  onError(error: unknown): void;
};

export function startClaimLoop<Due, Claimed extends Due>(
  work: ClaimedWork<Due, Claimed>,
): { wake(): void; stop(): Promise<void> } {
  const underWay = new Set<Promise<void>>();
  const shares = createShares();
  const loop = wakeLoop(async () => {
    const hasMore = (await work.prepare?.()) ?? false;
    return (await claim(work, shares, start)) || hasMore ? 0 : pollMs;
  }, work.onError);

  function start(claimed: Claimed): void {
    const attempt = work
      .handle(claimed)
      .catch(work.onError)
      .finally(() => {
        underWay.delete(attempt);
        if (shares.release(work.sharersOf(claimed))) loop.wake();
      });
    underWay.add(attempt);
  }

  loop.wake();
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}

/** Starts attempts without waiting for them. Returns true if more may be due. */
async function claim<Due, Claimed extends Due>(
  work: ClaimedWork<Due, Claimed>,
  shares: Shares,
  start: (claimed: Claimed) => void,
): Promise<boolean> {
  const limit = Math.min(batchSize, shares.room());
  if (limit === 0) return false;
  const due = await work.list(limit, shares.full());
  const wanted = due.filter((each) => shares.take(work.sharersOf(each)));
  const isStarted = new Set<string>();
  try {
    for (const claimed of await work.claim(wanted)) {
      isStarted.add(work.idOf(claimed));
      start(claimed);
    }
  } finally {
    for (const each of wanted) if (!isStarted.has(work.idOf(each))) shares.release(work.sharersOf(each));
  }
  return due.length === limit;
}

type Shares = ReturnType<typeof createShares>;

/** Counts the attempts under way by sharer, so that nobody takes all of them. */
function createShares() {
  const counts = new Map<string, number>();
  let total = 0;
  const isFull = (sharer: string) => (counts.get(sharer) ?? 0) >= maxOfSharer;
  const add = (sharer: string, change: number) => {
    const count = (counts.get(sharer) ?? 0) + change;
    if (count > 0) counts.set(sharer, count);
    else counts.delete(sharer);
  };

  return {
    room: () => maxAttempts - total,
    full: () => [...counts.keys()].filter(isFull),
    /** Returns false if one of the sharers is full. */
    take(sharers: string[]): boolean {
      if (total >= maxAttempts || sharers.some(isFull)) return false;
      total++;
      for (const sharer of sharers) add(sharer, 1);
      return true;
    },
    /** Returns true if somebody may have waited for this. */
    release(sharers: string[]): boolean {
      const wasFull = total >= maxAttempts || sharers.some(isFull);
      total--;
      for (const sharer of sharers) add(sharer, -1);
      return wasFull;
    },
  };
}
