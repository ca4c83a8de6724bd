import type { RenderContext } from "../channels/channel.ts";
import type { Db } from "../store/db.ts";
import type { Lease } from "../store/leases.ts";
import { listUnfinished, markSending, type Outcome, type QueuedMessage, saveOutcomes } from "../store/messages.ts";
import { type Attempted, attempt, type Connected, hear, isOverdue, sentOf, type Waiting } from "./attempt.ts";
import { outcomeWriter } from "./outcomes.ts";
import { pacer, quietFor } from "./pacer.ts";

export type Delivering = {
  db: Db;
  lease: Lease;
  /** The channel and its settings as they are now: an owner may change them while messages wait. */
  channel: () => Connected;
  contextOf: (message: QueuedMessage) => RenderContext;
  /** Whether a call may start: never on a lapsed lease. */
  mayCall: () => boolean;
  /** The platform takes nothing from the page any more. */
  onCutOff: (connection: number, reason: string) => void;
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
  const pace = pacer(() => delivering.channel().channel.pace);
  /** Of customers whose next message waits for its time. */
  const timers = new Map<string, NodeJS.Timeout>();
  const whenFree = new Map<string, (() => void)[]>();
  const typing = new Set<string>();
  const startedAt = performance.now();
  const outcomes = outcomeWriter((batch) => saveOutcomes(db, lease, batch, settledThrough()), delivering.onLost);
  let pumpTimer: NodeJS.Timeout | undefined;
  let inFlight = 0;
  let inMemory = 0;
  let newest = 0;
  let markedAt = 0;
  /** The connection that the platform has cut off. */
  let cutOff: number | undefined;
  let isComplete = true;
  let isStopped = false;
  let isPumping = false;

  /**
   * Everything up to there is finished or waits for another attempt, which the table keeps apart. Each customer's line is
   * in order, and what did not fit into memory came after what did. A take-over reads what lies after the mark, so it
   * need not be moved at every chance.
   */
  function settledThrough(): number | undefined {
    if (performance.now() - markedAt < 1000) return undefined;
    let oldest = Number.POSITIVE_INFINITY;
    for (const queue of queues.values()) {
      const waiting = queue.find(({ isTroubled }) => !isTroubled);
      if (waiting && waiting.id < oldest) oldest = waiting.id;
    }
    if (oldest === Number.POSITIVE_INFINITY && !isComplete) return undefined;
    markedAt = performance.now();
    return Math.min(oldest - 1, newest);
  }

  function isCutOff(): boolean {
    const { connection, isDisconnected } = delivering.channel();
    return isDisconnected || connection === cutOff;
  }

  const mayCall = () => !isStopped && delivering.mayCall() && !isCutOff();

  /** Puts messages behind those their customers wait for. */
  function add(messages: Waiting[]): void {
    for (const message of messages) {
      newest = Math.max(newest, message.id);
      // What does not fit is read back from the table when there is room.
      if (!isComplete || inMemory >= maxInMemory) {
        isComplete = false;
        continue;
      }
      // Ages are counted from one instant, so that a wait can be told from them.
      message.ageMs -= performance.now() - startedAt;
      const queue = queues.get(message.psid) ?? [];
      queues.set(message.psid, queue);
      inMemory++;
      if (queue.push(message) === 1) makeReady(message);
    }
    void pump();
  }

  /** Lets the customer's first message go, when its time has come. */
  function makeReady({ psid, lane, waitMs }: Waiting): void {
    clearTimeout(timers.get(psid));
    timers.delete(psid);
    if (waitMs <= 0) return void ready[lane].add(psid);
    const timer = setTimeout(
      () => {
        timers.delete(psid);
        ready[lane].add(psid);
        void pump();
      },
      Math.min(waitMs, 2 ** 30),
    );
    timers.set(psid, timer);
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
        if (inFlight >= maxInFlight || !mayCall()) return batch;
        const message = queues.get(psid)?.[0];
        if (!message || message.isUnderWay) {
          lane.delete(psid);
          continue;
        }
        message.waitMs = pace.customerWait(psid);
        if (message.waitMs > 0) {
          lane.delete(psid);
          makeReady(message);
          continue;
        }
        const wait = pace.take(psid);
        if (wait > 0) {
          later(wait);
          return batch;
        }
        lane.delete(psid);
        inFlight++;
        message.isUnderWay = true;
        batch.push(message);
      }
    }
    return batch;
  }

  function later(waitMs: number): void {
    clearTimeout(pumpTimer);
    pumpTimer = setTimeout(() => void pump(), waitMs);
  }

  async function send(message: Waiting): Promise<void> {
    const connected = delivering.channel();
    const attempted = await attempt(
      connected,
      message,
      () => delivering.contextOf(message),
      (error) => delivering.onFailure(error, message),
    );
    inFlight--;
    message.isUnderWay = false;
    finish(message, outcomeOf(attempted, message, connected));
    if (!isComplete && inMemory < maxInMemory / 2) void refill();
    void pump();
  }

  /** What the attempt means for the page, and so for the message. */
  function outcomeOf({ outcome, usage, throttle, cutOff: why }: Attempted, message: Waiting, at: Connected): Outcome {
    if (outcome.status === "sent") pace.delivered(usage);
    if (why !== undefined && cutOff !== at.connection) {
      cutOff = at.connection;
      delivering.onCutOff(at.connection, why);
    }
    if (!throttle || outcome.status !== "queued") return outcome;
    const { scope, retryAfterSeconds } = throttle;
    message.throttles = (message.throttles ?? 0) + 1;
    const waitMs =
      scope === "page" ? pace.throttled(retryAfterSeconds) : quietFor(retryAfterSeconds, message.throttles - 1);
    return { ...outcome, waitMs };
  }

  function finish(message: Waiting, outcome: Outcome): void {
    outcomes.add(outcome);
    if (outcome.status === "queued") {
      if (outcome.reason !== "throttled" && outcome.reason !== "bad_settings") message.attempts++;
      message.isMarked = false;
      message.isTroubled = true;
      message.isRepeat ||= outcome.mayHaveArrived;
      message.waitMs = outcome.waitMs;
      makeReady(message);
    } else remove(message);
    for (const run of whenFree.get(message.psid) ?? []) run();
    whenFree.delete(message.psid);
  }

  function remove(message: Waiting): void {
    const queue = queues.get(message.psid) ?? [];
    queue.splice(queue.indexOf(message), 1);
    inMemory--;
    const [next] = queue;
    if (!next) {
      queues.delete(message.psid);
      showTyping();
    } else if (!next.isUnderWay) makeReady(next);
  }

  /** Shows it to those who wait for nothing else now. Best effort: nobody waits for it, and nothing counts it. */
  function showTyping(): void {
    for (const psid of typing) {
      if (queues.has(psid)) continue;
      typing.delete(psid);
      const { channel, settings } = delivering.channel();
      if (mayCall()) channel.showTyping?.(psid, settings).catch(() => undefined);
    }
  }

  /** Reads from the table what did not fit. */
  async function refill(): Promise<void> {
    isComplete = true;
    const known = new Set([...queues.values()].flat().map(({ id }) => id));
    const rows = await listUnfinished(db, lease.pageId, maxInMemory);
    isComplete = rows.length < maxInMemory;
    add(rows.filter(({ id }) => !known.has(id)).map(resumed));
  }

  const findWaiting = (psid: string, id: number) => queues.get(psid)?.find((message) => message.id === id);

  return {
    add,
    /** Takes up what an earlier owner of the page left. */
    resume: refill,
    /** Goes on after the page was connected anew, and gives up what has waited too long for that. */
    lookAgain(): void {
      if (isCutOff()) {
        const sinceMs = performance.now() - startedAt;
        const overdue = [...queues.values()].flat().filter((each) => !each.isUnderWay && isOverdue(each, sinceMs));
        for (const message of overdue) finish(message, { id: message.id, status: "failed", reason: "bad_settings" });
      }
      void pump();
    },
    /** The platform says that one of the message's calls has arrived. Returns false where the message does not wait here. */
    hear(psid: string, id: number, platformId: string): boolean {
      const message = findWaiting(psid, id);
      if (!message) return false;
      if (!hear(message, platformId) || message.isUnderWay) return true;
      const { channel, settings } = delivering.channel();
      message.taken = (message.taken ?? 0) + 1;
      message.isRepeat = false;
      if (message.taken >= channel.render(message.content, delivering.contextOf(message), settings).length) {
        finish(message, sentOf(message));
      } else {
        message.waitMs = 0;
        makeReady(message);
      }
      void pump();
      return true;
    },
    /** The table has finished with these: they are not to be sent again. */
    drop(ids: number[]): void {
      const dropped = new Set(ids);
      for (const message of [...queues.values()].flat()) {
        if (dropped.has(message.id) && !message.isUnderWay) remove(message);
      }
      void pump();
    },
    /** Runs it when the call that is under way to this customer has ended. Returns false where there is none. */
    afterCall(psid: string, run: () => void): boolean {
      if (!queues.get(psid)?.[0]?.isUnderWay) return false;
      whenFree.set(psid, [...(whenFree.get(psid) ?? []), run]);
      return true;
    },
    /** The customer's next message, if an earlier attempt may have arrived and it says just that; buttons are echoed without words. */
    findDoubtful(psid: string, text: string | undefined): number | undefined {
      const message = queues.get(psid)?.[0];
      if (!message?.isRepeat) return undefined;
      const said = message.content.type === "text" ? message.content.text.trim() : undefined;
      return text === undefined || said === text.trim() ? message.id : undefined;
    },
    /** Everything that has ended is in the table then. */
    flush: outcomes.flush,
    showTyping(psids: string[]): void {
      for (const psid of psids) typing.add(psid);
      showTyping();
    },
    /** Whether a message to this customer could go at once, so that its attempt can be recorded with the message itself. */
    canStart: (psid: string, alreadyStarting: number) =>
      isComplete && mayCall() && !queues.has(psid) && inFlight + alreadyStarting < maxInFlight,
    isIdle: () => inMemory === 0 && isComplete && outcomes.isEmpty(),
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(pumpTimer);
      for (const timer of timers.values()) clearTimeout(timer);
      while (inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await outcomes.flush();
    },
  };
}

export type DeliveryQueue = ReturnType<typeof deliveryQueue>;

/** An attempt that nobody recorded the end of may have arrived; without word from the platform it is made again. */
function resumed({ status, ...message }: Awaited<ReturnType<typeof listUnfinished>>[number]): Waiting {
  return { ...message, isMarked: false, isRepeat: status === "sending" || message.possibleDuplicate };
}
