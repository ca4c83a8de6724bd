import type { ChannelType } from "@banter/core/channels/index.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { api } from "../api.ts";

export type Channel = ReplyOf<"GET /channels">["channels"][number];

/** A page while it is being made. The settings are those that the channel's `entry` names. */
export type PageDraft = { type: ChannelType; name?: string; settings: Record<string, unknown> };

export const emptyPage = (type: ChannelType): PageDraft => ({ type, settings: {} });

/** Channels that need no account on a platform are the easiest to try. */
export const easiestFirst = (channels: readonly Channel[]): Channel[] =>
  channels.toSorted((one, other) => Number(other.gives_id) - Number(one.gives_id));

type Account = { name: string; platform_id: string; handle: string; settings: Record<string, unknown> };

/** Asks the platform whose account it is. Returns it with all the settings that connecting takes, and `more`. */
export async function findAccount(
  workspaceId: number,
  channel: ChannelType,
  settings: PageDraft["settings"],
  more: Record<string, string> = {},
): Promise<Account> {
  const params = { workspace_id: workspaceId };
  const found = await api("POST /workspaces/:workspace_id/identify_account", { params, body: { channel, settings } });
  return { ...found, settings: { ...more, ...found.settings, ...settings } };
}
