import { randomInt } from "node:crypto";
import { notFound, unauthorized } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { deletePageToken, holdPageToken, savePageToken, touchPageToken } from "../../store/catalog/page-tokens.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { hashToken } from "../hashes.ts";

/** Creates the page's token and returns it; only its hash is stored. A token that the page had is dead afterwards. */
export async function createPageToken({ db }: Pick<Deps, "db">, pageId: string): Promise<string> {
  return db.transact(async (db) => {
    if (!(await findPage(db, pageId))) throw notFound("page");
    const token = newToken();
    await savePageToken(db, pageId, hashToken(token));
    return token;
  });
}

/** Every call with the page's token fails from now on. */
export async function removePageToken({ db }: Pick<Deps, "db">, pageId: string): Promise<void> {
  if (!(await findPage(db, pageId))) throw notFound("page");
  if (!(await deletePageToken(db, pageId))) throw notFound("token");
}

/**
 * The page's revision and the token's hash, or undefined if the token is not the page's. Read from the database each
 * time: a cache would let a deleted token live on.
 */
export async function findTokenPage(
  { db, lookups, log }: Pick<Deps, "db" | "lookups" | "log">,
  pageId: string,
  token: string,
): Promise<{ revision: number; tokenHash: Buffer } | undefined> {
  if (!tokenForm.test(token)) return undefined;
  const tokenHash = hashToken(token);
  const found = await lookups.pageToken(pageId, tokenHash);
  // The caller does not wait for "last used" to be stored.
  if (found?.isStale)
    touchPageToken(db, pageId, tokenHash).catch((error) => log.warn(error, "last use of a token not stored"));
  return found && { revision: found.revision, tokenHash };
}

/** Throws unless the token is still the page's, and keeps it from being deleted until the transaction ends. */
export async function holdToken({ db }: Deps, pageId: string, token: string): Promise<void> {
  if (!(await holdPageToken(db, pageId, hashToken(token)))) throw unauthorized();
}

const tokenForm = /^bt_[0-9A-Za-z]{43}$/;

/** 43 letters and digits hold 256 random bits. */
const newToken = () => `bt_${Array.from({ length: 43 }, () => digits[randomInt(digits.length)]).join("")}`;

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
