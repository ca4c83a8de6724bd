import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { SendError, sendFailures } from "../../outbound/send-error.ts";
import { findInvoice } from "../../store/runtime/messages/invoices.ts";
import type { WebhookPage } from "./webhooks.ts";

/** Telegram waits ten seconds. */
const maxAnswerMs = 8000;
const pauseMs = 250;

/** Answers what the platform asks in a webhook, and tries again for as long as it waits: a customer is paying. */
export async function answerQuestion(
  { db }: Pick<Deps, "db">,
  { id: pageId, webhook, settings }: Pick<WebhookPage, "id" | "webhook" | "settings">,
  body: unknown,
): Promise<void> {
  if (!webhook.answer) return;
  const endAt = performance.now() + maxAnswerMs;
  for (;;) {
    try {
      return await webhook.answer(body, settings, (messageId) => findInvoice(db, pageId, messageId));
    } catch (error) {
      if (!(error instanceof SendError) || !sendFailures[error.failure].retry || performance.now() > endAt)
        throw new AppError("unavailable", "The platform's question could not be answered.");
      await sleep(pauseMs);
    }
  }
}
