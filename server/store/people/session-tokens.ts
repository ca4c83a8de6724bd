import { createHash } from "node:crypto";
import type { Db } from "../db/db.ts";

const prefix = "sha256.";

/** The form in which a new session's token is stored: its hash, unless nodes of an earlier release must read it. */
export function storedToken({ sealer }: Pick<Db, "sealer">, token: string): string {
  return sealer.isActive() ? hashed(token) : token;
}

/** The forms in which the session of a browser's token may be stored. A hash is no browser's token. */
export function storedForms(token: string): string[] {
  return isStoredForm(token) ? [hashed(token)] : [hashed(token), token];
}

/** The same for a token of a list of sessions, which holds hashes: good for ending a session. */
export function listedForms(token: string): string[] {
  return isStoredForm(token) ? [token] : storedForms(token);
}

const isStoredForm = (token: string) => token.startsWith(prefix);
export const hashed = (token: string) => `${prefix}${createHash("sha256").update(token).digest("base64")}`;
