import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../deps.ts";
import { claimKey, saveReply } from "../store/catalog/idempotency-keys.ts";
import { hashRequest } from "./hashes.ts";

/**
 * Runs a write at most once per idempotency key: the same key and request again get the first reply, for a day. Runs in
 * the write's transaction.
 *
 * There are two mechanisms, both fed by the `idempotency-key` header (`http/idempotency-key.ts`):
 * - Ordinary writes (keywords) use this one. The reply is stored in the table `idempotency_keys`.
 * - Mail (sends, web chat messages; `isMail` in the contract) has no reply to store. Its key goes with the mail to
 *   `mailbox/accept.ts`, and the table `accepted_keys` refuses the second copy. The keys of webhooks are the
 *   platform's event ids.
 */
export async function runOnce<Reply>(
  { db }: Pick<Deps, "db">,
  { pageId, key, request }: { pageId: string; key: string; request: unknown },
  work: () => Promise<Reply>,
): Promise<Reply> {
  const known = await claimKey(db, pageId, key, hashRequest(request));
  if (known && !known.isSameBody) {
    throw new AppError("idempotency_conflict", "This idempotency key was used with another request.");
  }
  if (known) return known.reply as Reply;
  const reply = await work();
  await saveReply(db, pageId, key, reply);
  return reply;
}
