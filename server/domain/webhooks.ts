import { PageId } from "@banter/core/model/channel.ts";
import type { Channel } from "../channels/channel.ts";
import type { Deps } from "../deps.ts";
import { findChannelSettings, findPage } from "../store/pages.ts";

/** The channel a page's webhooks come from, with what it takes to know them by. */
export async function findWebhookPage(
  { db, channels }: Deps,
  pageId: string,
): Promise<{ channel: Channel; settings: unknown } | undefined> {
  const page = PageId.safeParse(pageId).success ? await findPage(db, pageId) : undefined;
  const channel = page && channels[page.channel];
  if (!channel?.deliver) return undefined;
  return { channel, settings: channel.settings.parse(await findChannelSettings(db, pageId)) };
}
