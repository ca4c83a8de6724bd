import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../deps.ts";
import { claimKey, saveReply } from "../store/catalog/idempotency-keys.ts";
import { sha256OfJson } from "./sha256.ts";

/** Does the work once per key: the same key and request again gets the first answer, for a day. Runs in a transaction. */
export async function once<Reply>(
  { db }: Pick<Deps, "db">,
  { pageId, key, request }: { pageId: string; key: string; request: unknown },
  work: () => Promise<Reply>,
): Promise<Reply> {
  const known = await claimKey(db, pageId, key, sha256OfJson(request));
  if (known && !known.isSameBody) {
    throw new AppError("idempotency_conflict", "This idempotency key was used with another request.");
  }
  if (known) return known.reply as Reply;
  const reply = await work();
  await saveReply(db, pageId, key, reply);
  return reply;
}
