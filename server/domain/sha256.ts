import { createHash } from "node:crypto";

/** Tokens are stored as their hash only: they are long and random, so that a slow hash would add nothing. */
export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The hash of a value as JSON, by which a repetition of a request is told from another request. */
export const sha256OfJson = (value: unknown): Buffer => sha256(JSON.stringify(value));
