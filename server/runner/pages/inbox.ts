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
  let waiting: DirectMail[] = [];
  const keys = new Map<string, Promise<unknown>>();

  /** Mail with the same key is being handled: the table answers the repetition once the first is stored. */
  async function storeAfter(first: Promise<unknown>, mail: Mail): Promise<{ mailId: number }> {
    await first.catch(() => undefined);
    return store(mail);
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
      if (waiting.length >= maxWaiting) {
        return Promise.reject(new AppError("unavailable", "Too much is waiting to be handled."));
      }
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
    dequeue: (max: number): DirectMail[] => waiting.splice(0, max),
    /** Puts mail that was not handled back at the front. */
    requeue(mails: DirectMail[]): void {
      waiting = [...mails, ...waiting];
    },
    /** Sends all waiting mail to the table. */
    spillAll(): void {
      spill(store, waiting);
      waiting = [];
    },
    /** Sends these, and all waiting mail of the same customers, to the table. */
    spill(mails: DirectMail[]): void {
      const psids = new Set(mails.map(({ psid }) => psid));
      spill(store, [...mails, ...waiting.filter(({ psid }) => psids.has(psid))]);
      waiting = waiting.filter(({ psid }) => !psids.has(psid));
    },
    isEmpty: () => waiting.length === 0,
    count: () => waiting.length,
  };
}

export type Inbox = ReturnType<typeof createInbox>;

/** Stores all of it at once, so that mail that arrives later is stored behind it. */
function spill(store: MailStore["store"], mails: DirectMail[]): void {
  for (const { resolve, reject, ...mail } of mails) store(mail).then(resolve, reject);
}
