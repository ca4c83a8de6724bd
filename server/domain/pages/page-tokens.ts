import { createHash, randomBytes } from "node:crypto";
import { notFound, unauthorized } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { deletePageToken, holdPageToken, savePageToken, touchPageToken } from "../../store/catalog/page-tokens.ts";
import { findPage } from "../../store/catalog/pages.ts";

/** Makes the page's token, in place of any it had: the old one is dead when this returns. It is shown this once. */
export async function createPageToken({ db }: Pick<Deps, "db">, pageId: string): Promise<string> {
  return db.transact(async (db) => {
    if (!(await findPage(db, pageId))) throw notFound("page");
    const token = `bt_${base62(randomBytes(32))}`;
    await savePageToken(db, pageId, hashOf(token));
    return token;
  });
}

/** Every call with the page's token fails from now on. */
export async function removePageToken({ db }: Pick<Deps, "db">, pageId: string): Promise<void> {
  if (!(await findPage(db, pageId))) throw notFound("page");
  if (!(await deletePageToken(db, pageId))) throw notFound("token");
}

/**
 * The page's revision and the token's hash if the token is the page's, else undefined. Looked up each time: no cache could forget a dead token
 * on every node at once.
 */
export async function findTokenPage(
  { db, lookups, log }: Pick<Deps, "db" | "lookups" | "log">,
  pageId: string,
  token: string,
): Promise<{ revision: number; tokenHash: Buffer } | undefined> {
  if (!tokenForm.test(token)) return undefined;
  const tokenHash = hashOf(token);
  const found = await lookups.pageToken(pageId, tokenHash);
  // Nobody waits for "last used".
  if (found?.isStale) touchPageToken(db, pageId, tokenHash).catch((error) => log.warn(error, "token use not saved"));
  return found && { revision: found.revision, tokenHash };
}

/** For the writing transaction: the token is still good, and stays so until the transaction ends. */
export async function holdToken({ db }: Deps, pageId: string, token: string): Promise<void> {
  if (!(await holdPageToken(db, pageId, hashOf(token)))) throw unauthorized();
}

const tokenForm = /^bt_[0-9A-Za-z]{43}$/;

/** What is kept of a token. */
export const hashOf = (token: string) => createHash("sha256").update(token).digest();

function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let length = 0; length < 43; length++) {
    text = digits[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
