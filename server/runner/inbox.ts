import { AppError } from "@banter/core/model/error.ts";
import type { Accept, Mail } from "../mailbox/accept.ts";
import type { IdSource } from "../mailbox/ids.ts";
import { type DueMail, listCustomersFor } from "../store/claim.ts";
import type { StraightMail } from "../store/commit.ts";
import type { Db } from "../store/db.ts";

/** Mail on the straight way: its own turn's commit stores it, and answers whoever waits. */
export type Straight = Mail & { resolve: (accepted: { mailId: number }) => void; reject: (error: unknown) => void };

const mostWaiting = 10_000;

/**
 * Mail for a page that this node runs need not lie in the mailbox: it waits here for the next batch of turns, whose
 * commit makes it durable. Whenever that cannot be, all of it goes to the mailbox, in its order.
 */
export function inbox(store: Accept, isStoring: () => boolean) {
  let waiting: Straight[] = [];
  let isUnderWay = false;
  const keys = new Map<string, Promise<unknown>>();

  async function afterFirst(mail: Mail, first: Promise<unknown>): Promise<{ mailId: number }> {
    await first.catch(() => undefined);
    return store(mail);
  }

  return {
    /**
     * Undefined where the mail must take the way through the mailbox, since others before it are on that way. While any is
     * on the straight way all others follow it there: the two never run side by side, so that nobody is overtaken.
     */
    add(mail: Mail): Promise<{ mailId: number }> | undefined {
      const { key } = mail;
      const first = key === undefined ? undefined : keys.get(key);
      if (first) return afterFirst(mail, first);
      if (waiting.length === 0 && !isUnderWay && isStoring()) return undefined;
      // Memory is bounded: who comes to a line this long is better told at once.
      if (waiting.length >= mostWaiting)
        return Promise.reject(new AppError("unavailable", "Too much is waiting to be handled."));
      const accepted = new Promise<{ mailId: number }>((resolve, reject) => {
        waiting.push({ ...mail, resolve, reject });
      });
      if (key !== undefined) {
        keys.set(key, accepted);
        const forget = () => keys.delete(key);
        accepted.then(forget, forget);
      }
      return accepted;
    },
    /** The next ones; `settle` tells that they have been answered or sent to the mailbox. */
    take(most: number): Straight[] {
      const taken = waiting.splice(0, most);
      isUnderWay = taken.length > 0;
      return taken;
    },
    settle(): void {
      isUnderWay = false;
    },
    /** Sends these and all who wait to the mailbox. */
    spill(mails: Straight[] = []): void {
      const all = [...mails, ...waiting];
      waiting = [];
      // At once: whoever comes from now on must go behind them.
      isUnderWay = false;
      for (const { resolve, reject, ...mail } of all) store(mail).then(resolve, reject);
    },
    isEmpty: () => waiting.length === 0,
  };
}

export type Inbox = ReturnType<typeof inbox>;

/** Straight mail as it would look out of the mailbox. */
export async function openStraight(
  { db, pageId, ids }: { db: Db; pageId: string; ids: IdSource },
  mails: Straight[],
): Promise<DueMail[]> {
  if (mails.length === 0) return [];
  const psids = [...new Set(mails.map(({ psid }) => psid))];
  const [customers] = await Promise.all([listCustomersFor(db, pageId, psids), ids.reserve(mails.length)]);
  const byPsid = new Map(customers.map((customer) => [customer.psid, customer]));
  return mails.map(({ psid, event }) => {
    const customer = byPsid.get(psid);
    if (!customer) throw new Error("A customer was not looked up.");
    return { ...customer, id: ids.take(), event };
  });
}

/** What the commit checks and keeps of it. */
export function markOf({ id, psid }: DueMail, mail: Straight | undefined): StraightMail {
  return {
    id,
    psid,
    key: mail?.key ?? null,
    bodyHash: mail?.bodyHash?.toString("hex") ?? null,
    tokenHash: mail?.tokenHash?.toString("hex") ?? null,
  };
}
