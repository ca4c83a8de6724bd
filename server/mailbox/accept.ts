import { AppError, unauthorized } from "@banter/core/model/error.ts";
import { batcher } from "../store/batch.ts";
import type { Db } from "../store/db.ts";
import { findAcceptedKey, insertMail, type NewMail } from "../store/mailbox.ts";
import { backlogGuard } from "./backlog.ts";
import type { MailEvent } from "./event.ts";
import { idSource } from "./ids.ts";

/** Something for a customer's mailbox. */
export type Mail = {
  pageId: string;
  psid: string;
  event: MailEvent;
  /** A mark of its own: what comes again with it is not stored again. */
  key?: string;
  /** With a caller's key: the hash of what the key was used for. */
  bodyHash?: Buffer;
  tokenHash?: Buffer;
  /**
   * Where its sender counts it among the customer's. It waits so long in the mailbox for those counted before it: they
   * may have been sent earlier and come later.
   */
  order?: { sequence: number; waitMs: number };
};

export type Accept = (mail: Mail) => Promise<{ mailId: number }>;

/** The way through the mailbox. */
export type MailStore = {
  /** Stores mail for good; resolves after the commit. Concurrent calls share a commit. */
  store: Accept;
  /** Whether mail of that page is on its way. */
  isStoring(pageId: string): boolean;
};

/** `onAccepted` tells whoever runs the pages, once a batch. */
export function mailStore(db: Db, onAccepted: (pageIds: Set<string>) => void): MailStore {
  const ids = idSource(db);
  const checkBacklog = backlogGuard(db);
  const storing = new Map<string, number>();

  const insert = batcher<Mail, { mailId: number; isNew: boolean }>({
    // One at a time: what comes during a commit makes the next, larger one.
    maxRunning: 1,
    async run(batch) {
      await ids.reserve(batch.length);
      const mails = batch.map((mail) => ({ ...mail, id: ids.take() }));
      const stored = new Set<number>();
      const byPage = Map.groupBy(mails, ({ pageId }) => pageId);
      const insertAll = async (db: Db) => {
        for (const [pageId, group] of byPage)
          for (const id of await insertMail(db, pageId, rowsOf(group))) stored.add(id);
      };
      await (byPage.size === 1 ? insertAll(db) : db.transact(insertAll));
      onAccepted(new Set(byPage.keys()));
      return mails.map(({ id }) => ({ mailId: id, isNew: stored.has(id) }));
    },
  });

  async function store(mail: Mail): Promise<{ mailId: number }> {
    const { pageId } = mail;
    storing.set(pageId, (storing.get(pageId) ?? 0) + 1);
    try {
      await checkBacklog(pageId);
      const { mailId, isNew } = await insert(mail);
      return isNew ? { mailId } : await repetition(db, mail);
    } finally {
      const others = (storing.get(pageId) ?? 1) - 1;
      if (others > 0) storing.set(pageId, others);
      else storing.delete(pageId);
    }
  }

  return { store, isStoring: (pageId) => storing.has(pageId) };
}

/** Not stored: the key is known, or the token has just died. */
async function repetition(db: Db, { pageId, key, bodyHash }: Mail): Promise<{ mailId: number }> {
  const known = key === undefined ? undefined : await findAcceptedKey(db, pageId, key);
  if (!known) throw unauthorized();
  if (bodyHash && known.bodyHash && !known.bodyHash.equals(bodyHash)) {
    throw new AppError("idempotency_conflict", "This idempotency key was used with another request.");
  }
  return { mailId: known.mailId };
}

/** One batch may hold a key twice: the first counts, as in the database. */
function rowsOf(mails: (Mail & { id: number })[]): NewMail[] {
  const seen = new Set<string>();
  return mails.flatMap(({ id, psid, event, key, bodyHash, tokenHash, order }) => {
    if (key !== undefined && seen.has(key)) return [];
    if (key !== undefined) seen.add(key);
    return {
      id,
      psid,
      event,
      key: key ?? null,
      bodyHash: bodyHash?.toString("hex") ?? null,
      tokenHash: tokenHash?.toString("hex") ?? null,
      sequence: order?.sequence ?? null,
      waitMs: order?.waitMs ?? 0,
    };
  });
}
