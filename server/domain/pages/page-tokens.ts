import { randomInt } from "node:crypto";
import { AppError, notFound, unauthorized } from "@banter/core/model/error.ts";
import type { TokenScope } from "@banter/core/model/limits/token-scope.ts";
import type { Deps } from "../../deps.ts";
import {
  type ApiToken,
  deleteApiToken,
  holdApiToken,
  insertApiToken,
  listApiTokens,
  touchApiToken,
} from "../../store/catalog/api-tokens.ts";
import { deletePageToken, holdPageToken, savePageToken, touchPageToken } from "../../store/catalog/page-tokens.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { hashToken } from "../hashes.ts";

/** Creates the page's first token and returns it; only its hash is stored. The one before it is dead afterwards. */
export async function createPageToken({ db }: Pick<Deps, "db">, pageId: string): Promise<string> {
  return db.transact(async (db) => {
    if (!(await findPage(db, pageId))) throw notFound("page");
    const token = newToken();
    await savePageToken(db, pageId, hashToken(token));
    return token;
  });
}

/** Every call with the page's first token fails from now on. */
export async function removePageToken({ db }: Pick<Deps, "db">, pageId: string): Promise<void> {
  if (!(await findPage(db, pageId))) throw notFound("page");
  if (!(await deletePageToken(db, pageId))) throw notFound("token");
}

const maxTokens = 50;

/** Creates a further token, which the others do not notice. */
export async function createApiToken(
  { db }: Pick<Deps, "db">,
  pageId: string,
  { name, scope }: { name: string; scope: TokenScope },
): Promise<{ token: string; info: ApiToken }> {
  return db.transact(async (db) => {
    if ((await listApiTokens(db, pageId)).length >= maxTokens)
      throw new AppError("conflict", `A page has at most ${maxTokens} tokens. Delete one that is not used.`);
    const token = newToken();
    const info = await insertApiToken(db, pageId, { name, scope, hash: hashToken(token) });
    if (!info) throw new AppError("conflict", "The page has a token of this name already.");
    return { token, info };
  });
}

/** Every call with this token fails from now on. Returns its name. */
export async function removeApiToken({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<string> {
  const name = await deleteApiToken(db, pageId, id);
  if (name === undefined) throw notFound("token");
  return name;
}

/**
 * The page's revision, the token's hash and scope, or undefined if the token is not the page's. Read from the database each
 * time: a cache would let a deleted token live on.
 */
export async function findTokenPage(
  { db, lookups, log }: Pick<Deps, "db" | "lookups" | "log">,
  pageId: string,
  token: string,
): Promise<{ revision: number; tokenHash: Buffer; scope: TokenScope } | undefined> {
  if (!tokenForm.test(token)) return undefined;
  const tokenHash = hashToken(token);
  const found = await lookups.pageToken(pageId, tokenHash);
  // The caller does not wait for "last used" to be stored.
  if (found?.isStale)
    touch(db, pageId, found.tokenId, tokenHash).catch((error) => log.warn(error, "last use of a token not stored"));
  return found && { revision: found.revision, scope: found.scope, tokenHash };
}

const touch = (db: Deps["db"], pageId: string, tokenId: number | null, hash: Buffer) =>
  tokenId === null ? touchPageToken(db, pageId, hash) : touchApiToken(db, pageId, tokenId);

/** Throws unless the token is still the page's, and keeps it from being deleted until the transaction ends. */
export async function holdToken({ db }: Deps, pageId: string, token: string): Promise<void> {
  const hash = hashToken(token);
  if (!(await holdPageToken(db, pageId, hash)) && !(await holdApiToken(db, pageId, hash))) throw unauthorized();
}

const tokenForm = /^bt_[0-9A-Za-z]{43}$/;

/** 43 letters and digits hold 256 random bits. */
const newToken = () => `bt_${Array.from({ length: 43 }, () => digits[randomInt(digits.length)]).join("")}`;

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
