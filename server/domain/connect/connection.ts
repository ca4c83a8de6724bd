import type { Deps } from "../../deps.ts";
import type { ConnectedPage } from "../../store/catalog/pages.ts";
import { conversationLink } from "../sending/links.ts";

export type ConnectionState = { state: "ready" | "not_connected" | "disconnected"; reason: string | null };

/** The state of a page's connection to its platform. `reason` says why it is not ready. */
export function connectionOf({ channels }: Pick<Deps, "channels">, page: ConnectedPage): ConnectionState {
  const channel = channels[page.channel];
  if (!channel) return { state: "not_connected", reason: "This server does not have the page's channel." };
  if (!channel.settings.safeParse(page.channelSettings).success)
    return { state: "not_connected", reason: "The channel's settings are not complete." };
  if (page.disconnectedReason !== null) return { state: "disconnected", reason: page.disconnectedReason };
  return { state: "ready", reason: null };
}

/** The address that opens the chat with a page; null if its channel has none. A `ref` starts its growth tool's flow. */
export function chatLink(
  { channels, baseUrl }: Pick<Deps, "channels" | "baseUrl">,
  page: ConnectedPage,
  ref: string | null,
): string | null {
  const channel = channels[page.channel];
  const settings = channel?.settings.safeParse(page.channelSettings);
  if (!channel || !settings?.success) return null;
  return channel.links.chat(settings.data, ref, conversationLink({ baseUrl }, page.id));
}
