import { PageId } from "@banter/core/model/channel.ts";
import type { Channel } from "../channels/channel.ts";
import type { Deps } from "../deps.ts";

/** The channel a page's webhooks come from, with what it takes to know them by. */
export async function findWebhookPage(
  { lookups, channels }: Deps,
  pageId: string,
): Promise<{ channel: Channel; settings: unknown } | undefined> {
  const page = PageId.safeParse(pageId).success ? await lookups.page(pageId) : undefined;
  const channel = page && channels[page.channel];
  if (!page || !channel?.deliver) return undefined;
  return { channel, settings: channel.settings.parse(page.channelSettings) };
}
