import type { Db } from "../store/db.ts";
import type { Lease } from "../store/leases.ts";
import { listUnfinished, markSending, type Outcome, type QueuedMessage, saveOutcomes } from "../store/messages.ts";
import {
  type Attempted,
  attempt,
  type Connected,
  type Context,
  callsOf,
  hear,
  interrupted,
  isOverdue,
  resumedAfter,
  sentOf,
  type Waiting,
} from "./attempt.ts";
import { customerLines } from "./customer-lines.ts";
import { outcomeWriter } from "./outcomes.ts";
import type { StartedCall } from "./outgoing/call-share.ts";
import { customerQuietMs, pageCalls } from "./outgoing/page-calls.ts";

export type Delivering = {
  db: Db;
  lease: Lease;
  /** The channel and its settings as they are now: an owner may change them while messages wait. */
  channel: () => Connected;
  contextOf: (message: QueuedMessage) => Context;
  /** The platform's id of what a customer did last. */
  lastKeyOf: (psid: string) => Promise<string | null>;
  /** Whether a call may start: never on a lapsed lease. */
  mayCall: () => boolean;
  /** The platform takes nothing from the page any more. */
  onCutOff: (connection: number, reason: string) => void;
  onLost: () => void;
  onFailure: (error: unknown, message: QueuedMessage) => void;
};

/** How many messages of one page wait in memory. */
const maxInMemory = 5000;

/**
 * Sends a page's messages: each customer's strictly in order, replies before bulk, no faster than the platform takes
 * them. An attempt is recorded before its call, and what became of it after, in batches.
 */
export function deliveryQueue(delivering: Delivering) {
  const { db, lease } = delivering;
  const lines = customerLines(() => void pump());
  const calls = pageCalls(() => {
    const { channel, settings } = delivering.channel();
    return channel.pace(settings);
  });
  const whenFree = new Map<string, (() => void)[]>();
  const typing = new Set<string>();
  const startedAt = performance.now();
  const outcomes = outcomeWriter((batch) => saveOutcomes(db, lease, batch, settledThrough()), delivering.onLost);
  let pumpTimer: NodeJS.Timeout | undefined;
  let newest = 0;
  let markedAt = 0;
  /** The connection that the platform has cut off. */
  let cutOff: number | undefined;
  let connectedAs: number | undefined;
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
    const oldest = lines.oldestUntried();
    if (oldest === undefined && !isComplete) return undefined;
    markedAt = performance.now();
    return oldest === undefined ? newest : oldest - 1;
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
      if (!isComplete || lines.length >= maxInMemory) {
        isComplete = false;
        continue;
      }
      // Ages are counted from one instant, so that a wait can be told from them.
      message.ageMs -= performance.now() - startedAt;
      lines.add(message);
    }
    void pump();
  }

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    let batch: Starting[] = [];
    try {
      for (;;) {
        batch = pick();
        if (batch.length === 0) break;
        const unmarked = batch.flatMap(({ message: { id, isRepeat, isMarked } }) => (isMarked ? [] : { id, isRepeat }));
        if (unmarked.length > 0 && !(await markSending(db, lease, unmarked))) return lose(batch);
        for (const { message, call } of batch) {
          message.isMarked = true;
          void send(message, call);
        }
      }
    } catch (error) {
      // The database is away: nothing was sent. The page's worker notices too and starts anew.
      delivering.onFailure(error, { id: 0 } as QueuedMessage);
      lose(batch);
    } finally {
      isPumping = false;
    }
  }

  function lose(batch: Starting[]): void {
    for (const { call } of batch) calls.ended(call, { type: "not_made" });
    delivering.onLost();
  }

  /** The next messages that may go. */
  function pick(): Starting[] {
    const batch: Starting[] = [];
    for (const message of lines.firsts()) {
      if (!mayCall()) return batch;
      message.waitMs = calls.customerWait(message.psid);
      if (message.waitMs > 0) {
        lines.take(message);
        lines.makeReady(message);
        continue;
      }
      const call = calls.start(message);
      if (typeof call === "number") {
        later(call);
        return batch;
      }
      lines.take(message);
      message.isUnderWay = true;
      batch.push({ message, call });
    }
    return batch;
  }

  function later(waitMs: number): void {
    clearTimeout(pumpTimer);
    // What waits for a call to end is looked at then.
    if (Number.isFinite(waitMs)) pumpTimer = setTimeout(() => void pump(), waitMs);
  }

  async function send(message: Waiting, call: StartedCall): Promise<void> {
    const connected = delivering.channel();
    const attempted = await attempt(
      connected,
      message,
      () => delivering.contextOf(message),
      (error) => delivering.onFailure(error, message),
    );
    calls.ended(call, attempted.result);
    message.isUnderWay = false;
    const outcome = outcomeOf(attempted, message, connected);
    if (outcome === "more") {
      message.waitMs = 0;
      lines.makeReady(message);
    } else finish(message, outcome);
    if (!isComplete && lines.length < maxInMemory / 2) void refill();
    void pump();
  }

  /** What the attempt means for the page, and so for the message. */
  function outcomeOf({ outcome, throttle, cutOff: why }: Attempted, message: Waiting, at: Connected) {
    if (outcome === "more") return outcome;
    if (why !== undefined && cutOff !== at.connection) {
      cutOff = at.connection;
      delivering.onCutOff(at.connection, why);
    }
    if (!throttle || outcome.status !== "queued") return outcome;
    const { scope, retryAfterSeconds } = throttle;
    message.throttles = (message.throttles ?? 0) + 1;
    const waitMs =
      scope === "page" ? calls.quietMs() : customerQuietMs(retryAfterSeconds, message.throttles - 1, Math.random());
    return { ...outcome, waitMs };
  }

  function finish(message: Waiting, outcome: Outcome): void {
    outcomes.add({ ...outcome, ...(message.notes && { notes: message.notes }) });
    if (outcome.status === "queued") {
      if (outcome.reason !== "throttled" && outcome.reason !== "bad_settings") message.attempts++;
      message.isMarked = false;
      message.isTroubled = true;
      message.isRepeat ||= outcome.mayHaveArrived;
      message.waitMs = outcome.waitMs;
      lines.makeReady(message);
    } else remove(message);
    for (const run of whenFree.get(message.psid) ?? []) run();
    whenFree.delete(message.psid);
  }

  function remove(message: Waiting): void {
    lines.remove(message);
    if (!lines.has(message.psid)) showTyping();
  }

  /** Shows it to those who wait for nothing else now. Best effort: nobody waits for it, and nothing counts it. */
  function showTyping(): void {
    for (const psid of typing) {
      if (lines.has(psid)) continue;
      typing.delete(psid);
      const { channel, settings } = delivering.channel();
      const show = async () => channel.showTyping?.(psid, settings, () => delivering.lastKeyOf(psid));
      if (mayCall()) void calls.extra(show).catch(() => undefined);
    }
  }

  /** Reads from the table what did not fit. */
  async function refill(): Promise<void> {
    isComplete = true;
    const known = new Set(lines.all().map(({ id }) => id));
    const rows = await listUnfinished(db, lease.pageId, maxInMemory);
    isComplete = rows.length < maxInMemory;
    add(rows.filter(({ id }) => !known.has(id)).map(resumed));
  }

  return {
    add,
    /** Takes up what an earlier owner of the page left. */
    resume: refill,
    /** Goes on after the page was connected anew, and gives up what has waited too long for that. */
    lookAgain(): void {
      const { connection } = delivering.channel();
      if (connection !== connectedAs) calls.reset();
      connectedAs = connection;
      if (isCutOff()) {
        const sinceMs = performance.now() - startedAt;
        const overdue = lines.all().filter((each) => !each.isUnderWay && isOverdue(each, sinceMs));
        for (const message of overdue) finish(message, { id: message.id, status: "failed", reason: "bad_settings" });
      }
      void pump();
    },
    /** The platform says that one of the message's calls has arrived. Returns false where the message does not wait here. */
    hear(psid: string, id: number, platformId: string): boolean {
      const message = lines.find(psid, id);
      if (!message) return false;
      // Between two of its calls nothing is in doubt.
      if (!hear(message, platformId) || message.isUnderWay || message.isMarked) return true;
      message.taken = (message.taken ?? 0) + 1;
      message.isRepeat = false;
      if (message.taken >= callsOf(delivering.channel(), message, delivering.contextOf(message)).length) {
        finish(message, sentOf(message));
      } else {
        message.waitMs = 0;
        lines.makeReady(message);
      }
      void pump();
      return true;
    },
    /** The table has finished with these: they are not to be sent again. */
    drop(ids: number[]): void {
      const dropped = new Set(ids);
      for (const message of lines.all()) {
        if (dropped.has(message.id) && !message.isUnderWay) remove(message);
      }
      void pump();
    },
    /** Whether the platform has given that id to a call of the message that is on its way to this customer. */
    hasSent: (psid: string, platformId: string) => lines.first(psid)?.platformIds?.has(platformId) ?? false,
    /** Runs it when the message that is under way to this customer has ended. Returns false where there is none. */
    afterCall(psid: string, run: () => void): boolean {
      if (!lines.first(psid)?.isUnderWay) return false;
      whenFree.set(psid, [...(whenFree.get(psid) ?? []), run]);
      return true;
    },
    /** The customer's next message, if an earlier attempt may have arrived and it says just that; buttons are echoed without words. */
    findDoubtful(psid: string, text: string | undefined): number | undefined {
      const message = lines.first(psid);
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
      isComplete && mayCall() && !lines.has(psid) && calls.mayStart(alreadyStarting),
    isIdle: () => lines.length === 0 && isComplete && outcomes.isEmpty(),
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(pumpTimer);
      lines.stop();
      while (calls.inFlight() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      // Whoever takes the page up next knows that no call of these is under way.
      for (const message of lines.all()) if (message.isMarked) outcomes.add(interrupted(message));
      await outcomes.flush();
    },
  };
}

type Starting = { message: Waiting; call: StartedCall };

export type DeliveryQueue = ReturnType<typeof deliveryQueue>;

/** An attempt that nobody recorded the end of may have arrived; without word from the platform it is made again. */
function resumed({ status, taken, ...message }: Awaited<ReturnType<typeof listUnfinished>>[number]): Waiting {
  const isRepeat = status === "sending" || message.possibleDuplicate;
  return { ...message, isMarked: false, isRepeat, ...(taken && resumedAfter(taken)) };
}
