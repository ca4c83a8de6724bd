import { createHash } from "node:crypto";

/** The only form in which a page's token, a visitor's token or an invitation's token is stored. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Stored beside an idempotency key, to tell a repeated request from another one with the same key. */
export const hashRequest = (request: unknown): Buffer => createHash("sha256").update(JSON.stringify(request)).digest();

/** The form in which the database remembers an erased customer (`store/customers/erased-customers.ts`). */
export const hashPsid = (psid: string): Buffer => createHash("sha256").update(psid).digest();
