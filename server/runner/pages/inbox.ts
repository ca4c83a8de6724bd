import { AppError } from "@banter/core/model/error.ts";
import type { Mail, MailStore } from "../../mailbox/accept.ts";

/** Mail on the direct path: the commit of its turn stores it and answers its caller. */
export type DirectMail = Mail & { resolve: (accepted: { mailId: number }) => void; reject: (error: unknown) => void };

const maxWaiting = 10_000;

/**
 * The direct mail of one page. Mail for a page that this node runs need not be stored in the mailbox table: it waits
 * here for the next round, whose commit makes it durable. If that is not possible, it goes to the table, in order.
 */
export function createInbox({ store, isStoring }: MailStore) {
  const lines = createLines();
  const keys = new Map<string, Promise<unknown>>();

  /** Mail with the same key is being handled: the table answers the repetition once the first is stored. */
  async function storeAfter(first: Promise<unknown>, mail: Mail): Promise<{ mailId: number }> {
    await first.catch(() => undefined);
    return store(mail);
  }

  /** Stores all of it at once, so that mail that arrives later is stored behind it. */
  function storeAll(mails: DirectMail[]): void {
    for (const { resolve, reject, ...mail } of mails) store(mail).then(resolve, reject);
  }

  return {
    /**
     * Adds mail. Returns undefined if it must go through the table: it waits for earlier events, or earlier mail of its
     * customer is being stored there.
     */
    add(mail: Mail): Promise<{ mailId: number }> | undefined {
      const { key } = mail;
      if ((mail.order?.waitMs ?? 0) > 0 || isStoring(mail.pageId, mail.psid)) return undefined;
      const first = key === undefined ? undefined : keys.get(key);
      if (first) return storeAfter(first, mail);
      if (lines.count() >= maxWaiting) {
        return Promise.reject(new AppError("unavailable", "Too much is waiting to be handled."));
      }
      const accepted = new Promise<{ mailId: number }>((resolve, reject) => lines.add({ ...mail, resolve, reject }));
      if (key !== undefined) {
        keys.set(key, accepted);
        const forget = () => keys.delete(key);
        accepted.then(forget, forget);
      }
      return accepted;
    },
    dequeue: lines.dequeue,
    dequeueBulk: lines.dequeueBulk,
    requeue: lines.requeue,
    /** Sends all waiting mail to the table. */
    spillAll: () => storeAll(lines.take(() => true)),
    /** Sends these, and all waiting mail of the same customers, to the table. */
    spill(mails: DirectMail[]): void {
      const psids = new Set(mails.map(({ psid }) => psid));
      storeAll([...mails, ...lines.take(({ psid }) => psids.has(psid))]);
    },
    hasMail: lines.hasMail,
    hasBulk: lines.hasBulk,
    isEmpty: () => lines.count() === 0,
    count: lines.count,
  };
}

/**
 * Bulk mail waits in a line of its own, behind everything else. A customer's mail keeps its order: theirs in the bulk
 * line is always newer than theirs in the other.
 */
function createLines() {
  let waiting: DirectMail[] = [];
  let bulk: DirectMail[] = [];

  /** The customer has written: their bulk mail goes before that, with everything else. */
  function bringForward(psid: string): void {
    const own = bulk.filter((mail) => mail.psid === psid);
    if (own.length === 0) return;
    bulk = bulk.filter((mail) => mail.psid !== psid);
    waiting.push(...own);
  }

  return {
    add(mail: DirectMail): void {
      if (mail.isBulk) {
        bulk.push(mail);
        return;
      }
      bringForward(mail.psid);
      waiting.push(mail);
    },
    dequeue: (max: number): DirectMail[] => waiting.splice(0, max),
    dequeueBulk: (max: number): DirectMail[] => bulk.splice(0, max),
    /** Puts mail that was not handled back at the front. */
    requeue(mails: DirectMail[]): void {
      const writers = new Set(waiting.map(({ psid }) => psid));
      // Bulk mail goes before what its customers have written meanwhile, and keeps its place among other mail.
      if (mails.every(({ isBulk, psid }) => isBulk && !writers.has(psid))) bulk = [...mails, ...bulk];
      else waiting = [...mails, ...waiting];
    },
    /** Removes mail, the oldest of each line first. */
    take(isTaken: (mail: DirectMail) => boolean): DirectMail[] {
      const taken = [...waiting.filter(isTaken), ...bulk.filter(isTaken)];
      waiting = waiting.filter((mail) => !isTaken(mail));
      bulk = bulk.filter((mail) => !isTaken(mail));
      return taken;
    },
    hasMail: () => waiting.length > 0,
    hasBulk: () => bulk.length > 0,
    count: () => waiting.length + bulk.length,
  };
}

export type Inbox = ReturnType<typeof createInbox>;
