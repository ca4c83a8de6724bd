import type { Channel, RenderContext } from "../channels/channel.ts";
import { SendError, sendFailures, waitBeforeRetry } from "../channels/send-error.ts";
import type { Db } from "../store/db.ts";
import type { Lease } from "../store/leases.ts";
import { listUnfinished, markSending, type Outcome, type QueuedMessage, saveOutcomes } from "../store/messages.ts";
import { outcomeWriter } from "./outcomes.ts";
import { tokenBucket } from "./token-bucket.ts";

export type Delivering = {
  db: Db;
  lease: Lease;
  /** The channel and its settings as they are now: an owner may change them while messages wait. */
  channel: () => { channel: Channel; settings: unknown };
  contextOf: (message: QueuedMessage) => RenderContext;
  /** Whether a call may start: never on a lapsed lease. */
  mayCall: () => boolean;
  onLost: () => void;
  onFailure: (error: unknown, message: QueuedMessage) => void;
};

/** How many messages of one page are with the platform at a time, and how many wait in memory. */
const maxInFlight = 32;
const maxInMemory = 5000;

/**
 * Sends a page's messages: each customer's strictly in order, replies before bulk, no faster than the platform takes
 * them. An attempt is recorded before its call, and what became of it after, in batches.
 */
export function deliveryQueue(delivering: Delivering) {
  const { db, lease } = delivering;
  const queues = new Map<string, Waiting[]>();
  const ready = { reply: new Set<string>(), bulk: new Set<string>() };
  const bucket = tokenBucket(() => delivering.channel().channel.perSecond);
  const timers = new Set<NodeJS.Timeout>();
  const outcomes = outcomeWriter((batch) => saveOutcomes(db, lease, batch), delivering.onLost);
  let inFlight = 0;
  let inMemory = 0;
  let newest = 0;
  let isComplete = true;
  let isStopped = false;
  let isPumping = false;

  /** Puts messages behind those their customers wait for. */
  function add(messages: Waiting[]): void {
    for (const message of messages) {
      newest = Math.max(newest, message.id);
      // What does not fit is read back from the table when there is room.
      if (!isComplete || inMemory >= maxInMemory) {
        isComplete = false;
        continue;
      }
      const queue = queues.get(message.psid) ?? [];
      queues.set(message.psid, queue);
      inMemory++;
      if (queue.push(message) === 1) makeReady(message);
    }
    void pump();
  }

  function makeReady(message: Waiting): void {
    if (message.waitMs > 0) {
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          ready[message.lane].add(message.psid);
          void pump();
        },
        Math.min(message.waitMs, 2 ** 30),
      );
      message.waitMs = 0;
      timers.add(timer);
    } else ready[message.lane].add(message.psid);
  }

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    try {
      for (;;) {
        const batch = pick();
        if (batch.length === 0) break;
        const unmarked = batch.filter(({ isMarked }) => !isMarked).map(({ id, isRepeat }) => ({ id, isRepeat }));
        if (unmarked.length > 0 && !(await markSending(db, lease, unmarked))) return delivering.onLost();
        for (const message of batch) void send(message);
      }
    } catch (error) {
      // The database is away: nothing was sent. The page's worker notices too and starts anew.
      delivering.onFailure(error, { id: 0 } as QueuedMessage);
      delivering.onLost();
    } finally {
      isPumping = false;
    }
  }

  /** The next messages that may go: one a customer, replies first. */
  function pick(): Waiting[] {
    const batch: Waiting[] = [];
    for (const lane of [ready.reply, ready.bulk]) {
      for (const psid of lane) {
        if (isStopped || inFlight >= maxInFlight || !delivering.mayCall()) return batch;
        const wait = bucket.take();
        if (wait > 0) {
          later(wait);
          return batch;
        }
        lane.delete(psid);
        const message = queues.get(psid)?.[0];
        if (!message) continue;
        inFlight++;
        batch.push(message);
      }
    }
    return batch;
  }

  function later(waitMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void pump();
    }, waitMs);
    timers.add(timer);
  }

  async function send(message: Waiting): Promise<void> {
    const outcome = await attempt(delivering, message);
    inFlight--;
    outcomes.add(outcome);
    const queue = queues.get(message.psid) ?? [];
    if (outcome.status === "queued") {
      message.attempts++;
      message.isMarked = false;
      message.isRepeat = outcome.mayHaveArrived;
      message.waitMs = outcome.waitMs;
    } else {
      queue.shift();
      inMemory--;
      if (queue.length === 0) queues.delete(message.psid);
    }
    const [next] = queue;
    if (next) makeReady(next);
    if (!isComplete && inMemory < maxInMemory / 2) void refill();
    void pump();
  }

  /** Reads from the table what did not fit. */
  async function refill(): Promise<void> {
    isComplete = true;
    const known = new Set([...queues.values()].flat().map(({ id }) => id));
    const rows = await listUnfinished(db, lease.pageId, { after: 0, limit: maxInMemory });
    isComplete = rows.length < maxInMemory;
    add(rows.filter(({ id }) => !known.has(id)).map(resumed));
  }

  return {
    add,
    /** Takes up what an earlier owner of the page left. */
    resume: refill,
    /** Whether a message to this customer could go at once, so that its attempt can be recorded with the message itself. */
    canStart: (psid: string, alreadyStarting: number) =>
      isComplete && !isStopped && delivering.mayCall() && !queues.has(psid) && inFlight + alreadyStarting < maxInFlight,
    isIdle: () => inMemory === 0 && isComplete && outcomes.isEmpty(),
    async stop(): Promise<void> {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      while (inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await outcomes.flush();
    },
  };
}

/** `isMarked`: the attempt is recorded already. `isRepeat`: an earlier attempt may have arrived. */
export type Waiting = QueuedMessage & { isMarked: boolean; isRepeat: boolean; waitMs: number };

/** An attempt that nobody recorded the end of may have arrived; without word from the platform it is made again. */
function resumed({ status, ...message }: Awaited<ReturnType<typeof listUnfinished>>[number]): Waiting {
  return { ...message, isMarked: false, isRepeat: status === "sending" };
}

async function attempt(delivering: Delivering, message: Waiting): Promise<Outcome> {
  const { channel, settings } = delivering.channel();
  const { id } = message;
  try {
    let platformId: string | null = null;
    for (const call of channel.render(message.content, delivering.contextOf(message))) {
      platformId = (await channel.deliver?.(call, settings)) ?? platformId;
    }
    return { id, status: "sent", platformId };
  } catch (error) {
    if (!(error instanceof SendError)) delivering.onFailure(error, message);
    const failure = error instanceof SendError ? error.failure : "rejected";
    const { retry, mayHaveArrived } = sendFailures[failure];
    const retryAfter = error instanceof SendError ? error.retryAfterSeconds : undefined;
    const waitMs = retry ? waitBeforeRetry(message.attempts + 1, Math.random(), retryAfter) : undefined;
    return waitMs === undefined
      ? { id, status: "failed", reason: failure }
      : { id, status: "queued", waitMs, reason: failure, mayHaveArrived };
  }
}
