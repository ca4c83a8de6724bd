import { AppError, customerNotFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { SendError, sendFailures } from "../../outbound/send-error.ts";

/**
 * Has the platform take a conversation from its own inbox, or from another app there. Must not run in a transaction,
 * because the platform may take seconds.
 */
export async function takeControl(
  { lookups, channels }: Pick<Deps, "lookups" | "channels">,
  pageId: string,
  psid: string,
): Promise<void> {
  if (!(await lookups.recipient(pageId, psid))) throw customerNotFound();
  const page = await lookups.page(pageId);
  const channel = page && channels[page.channel];
  const settings = channel?.settings.safeParse(page?.channelSettings);
  if (!channel?.control) throw new AppError("conflict", "This channel has no inbox of its own.");
  if (!settings?.success) throw new AppError("conflict", "The page is not connected.");
  try {
    await channel.control.take(psid, settings.data);
  } catch (error) {
    throw error instanceof SendError ? refusalOf(channel.title, error) : error;
  }
}

function refusalOf(title: string, { failure, message }: SendError): AppError {
  if (sendFailures[failure].retry) return new AppError("unavailable", `${title} could not be reached: ${message}`);
  return new AppError("platform_failed", `${title} keeps the conversation: ${message}`);
}
