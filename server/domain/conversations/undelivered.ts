import { setTimeout as sleep } from "node:timers/promises";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findMessageEntry } from "../../store/runtime/messages/of-send.ts";
import type { MessageEntry } from "../../store/runtime/thread-entry.ts";
import { retryMessages } from "../sending/deliveries.ts";
import { canRetry } from "./message-form.ts";

/** Puts a failed message back in line. */
export async function retryMessage(deps: Deps, pageId: string, messageId: number): Promise<void> {
  if (!canRetry(await getMessage(deps, pageId, messageId)))
    throw new AppError("conflict", "Only a message that has failed, and could be sent now, can be sent again.");
  await retryMessages(deps, pageId, [messageId]);
}

/** Gives a message up for good: one that has failed, or one that still waits. */
export async function dropMessage(deps: Deps, pageId: string, messageId: number): Promise<void> {
  const message = await getMessage(deps, pageId, messageId);
  if (isDropped(message)) return;
  if (!["queued", "sending", "failed"].includes(message.status)) throw tooLateToDrop();
  await deps.accept({ pageId, psid: message.psid, event: { type: "drop", messageIds: [messageId] } });
  await whenDropped(deps, pageId, messageId);
}

const isDropped = ({ status, reason }: MessageEntry) => status === "failed" && reason === "dropped";

const maxWaitMs = 5000;
const pollMs = 50;

/** The page's owner drops it, at once if this node is the owner. A message whose call is running is not dropped. */
async function whenDropped(deps: Deps, pageId: string, messageId: number): Promise<void> {
  const endAt = performance.now() + maxWaitMs;
  for (;;) {
    const message = await getMessage(deps, pageId, messageId);
    if (isDropped(message)) return;
    const isOver = performance.now() >= endAt;
    if (isOver || ["sent", "delivered", "seen"].includes(message.status)) throw tooLateToDrop();
    await sleep(pollMs);
  }
}

const tooLateToDrop = () => new AppError("conflict", "The message is being sent, or has been sent.");

async function getMessage({ db }: Pick<Deps, "db">, pageId: string, messageId: number) {
  const message = await findMessageEntry(db, pageId, messageId);
  if (!message) throw notFound("message");
  return message;
}
