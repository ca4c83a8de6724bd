import { createHash } from "node:crypto";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { AppError, unauthorized } from "@banter/core/model/error.ts";
import { failPoint } from "../fail-points.ts";
import type { Db } from "../store/db/db.ts";
import { sharedStatement } from "../store/db/shared-statement.ts";
import { findAcceptedKey } from "../store/runtime/accepted-keys.ts";
import { insertMail, type NewMail } from "../store/runtime/mailbox.ts";
import { backlogGuard } from "./backlog.ts";
import { idSource } from "./ids.ts";

/** An event for a customer's mailbox. */
export type Mail = {
  pageId: string;
  psid: string;
  event: MailEvent;
  /** Mail with a key that is known is not stored again. */
  key?: string;
  /** The form of the key that another release stores: 0.1 knows no hashes. */
  otherKey?: string;
  /** With a caller's key: the hash of the request. */
  bodyHash?: Buffer;
  tokenHash?: Buffer;
  /**
   * The sender's number for this event of the customer, and how long to hold the event in the mailbox for lower numbers
   * that arrive late. Even without a wait it is handled after waiting events with lower numbers.
   */
  order?: { sequence: number; waitMs: number };
  /** One of many that are sent at once, and that nobody waits for: other mail goes first. */
  isBulk?: true;
};

export type Accept = (mail: Mail) => Promise<{ mailId: number }>;

/** The path through the mailbox table. */
export type MailStore = {
  /** Stores mail durably; resolves after the commit. Concurrent calls share a commit. */
  store: Accept;
  /** True if mail of that customer is on its way into the table. */
  isStoring(pageId: string, psid: string): boolean;
};

/** `onAccepted` is called after each commit with the pages that have new mail, and the mail that was stored. */
export function mailStore(db: Db, onAccepted: (pageIds: Set<string>, stored: Mail[]) => void): MailStore {
  const ids = idSource(db);
  const backlog = backlogGuard(db);
  const storing = new Map<string, number>();
  const customerOf = (pageId: string, psid: string) => `${pageId} ${psid}`;

  const insert = sharedStatement<Mail, { mailId: number; isNew: boolean }>({
    // One at a time: mail that arrives during a commit shares the next one.
    maxRunning: 1,
    groupOf: ({ pageId }) => pageId,
    async run(batch) {
      const fresh = await ids.take(batch.length);
      const mails = batch.map((mail, index) => ({ ...mail, id: fresh[index] ?? 0 }));
      failPoint("accept.before-commit");
      const stored = await insertMail(db, rowsOf(mails));
      failPoint("accept.after-commit");
      const pageIds = new Set(mails.map(({ pageId }) => pageId));
      onAccepted(
        pageIds,
        mails.filter(({ id }) => stored.has(id)),
      );
      return mails.map(({ id }) => ({ mailId: id, isNew: stored.has(id) }));
    },
  });

  /** The mail joins the next statement before anything is awaited, so that mail of one customer keeps its order. */
  async function store(mail: Mail): Promise<{ mailId: number }> {
    const name = customerOf(mail.pageId, mail.psid);
    backlog.check(mail.pageId);
    storing.set(name, (storing.get(name) ?? 0) + 1);
    try {
      const { mailId, isNew } = await insert(mail);
      return isNew ? { mailId } : await repetition(db, mail);
    } finally {
      const others = (storing.get(name) ?? 1) - 1;
      if (others > 0) storing.set(name, others);
      else storing.delete(name);
    }
  }

  return { store, isStoring: (pageId, psid) => storing.has(customerOf(pageId, psid)) };
}

/**
 * Replaces a key by its hash if it is too long for an index, or names the customer, whom it may outlive. `otherKey` is the
 * form that another release has stored. While a node runs that knows plain keys only, they stay plain.
 */
export function withStoredKey(mail: Mail, { areHashesKnown }: { areHashesKnown: boolean }): Mail {
  const { key, psid } = mail;
  if (key === undefined || (key.length <= maxKeyLength && !isNamedIn(key, psid))) return mail;
  const hash = `sha256 ${createHash("sha256").update(key).digest("base64url")}`;
  if (key.length > maxKeyLength) return { ...mail, key: hash };
  return areHashesKnown ? { ...mail, key: hash, otherKey: key } : { ...mail, otherKey: hash };
}

/** With or without the channel's prefix. */
function isNamedIn(key: string, psid: string): boolean {
  const words = key.split(" ");
  return words.includes(psid) || words.includes(psid.slice(psid.indexOf("_") + 1));
}

const maxKeyLength = 255;

/** For mail that was not stored: its key is known, or its token is no longer valid. */
async function repetition(db: Db, { pageId, key, otherKey, bodyHash }: Mail): Promise<{ mailId: number }> {
  const keys = [key, otherKey].filter((each) => each !== undefined);
  const known = keys.length === 0 ? undefined : await findAcceptedKey(db, pageId, keys);
  if (!known) throw unauthorized();
  if (bodyHash && known.bodyHash && !known.bodyHash.equals(bodyHash)) {
    throw new AppError("idempotency_conflict", "This idempotency key was used with another request.");
  }
  return { mailId: known.mailId };
}

/** If a key comes twice in one statement, the first counts, as in the database. */
function rowsOf(mails: (Mail & { id: number })[]): NewMail[] {
  const seen = new Set<string>();
  return mails.flatMap(({ pageId, id, psid, event, key, otherKey, bodyHash, tokenHash, order }) => {
    const name = key === undefined ? undefined : `${pageId} ${key}`;
    if (name !== undefined && seen.has(name)) return [];
    if (name !== undefined) seen.add(name);
    return {
      pageId,
      id,
      psid,
      event,
      key: key ?? null,
      otherKey: otherKey ?? null,
      bodyHash: bodyHash?.toString("hex") ?? null,
      tokenHash: tokenHash?.toString("hex") ?? null,
      sequence: order?.sequence ?? null,
      waitMs: order?.waitMs ?? 0,
    };
  });
}
