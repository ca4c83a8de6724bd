import type { ChannelType } from "@banter/core/channels/index.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { numberIn, numberSourceOf } from "./channel-schema.ts";

export type Channel = ReplyOf<"GET /channels">["channels"][number];

/** A page while it is being made. `typedId` is the account on the platform, unless a setting contains it. */
export type PageDraft = { type: ChannelType; name: string; typedId: string; settings: Record<string, unknown> };

export const emptyPage = (type: ChannelType): PageDraft => ({ type, name: "", typedId: "", settings: {} });

/** Channels that need no account on a platform are the easiest to try. */
export const easiestFirst = (channels: readonly Channel[]): Channel[] =>
  channels.toSorted((one, other) => Number(other.gives_id) - Number(one.gives_id));

/** The page as the server takes it, but for the time zone. */
export function newPage({ type, name, typedId, settings }: PageDraft, { gives_id, settings: schema }: Channel) {
  const source = numberSourceOf(schema);
  const platform_id = source ? numberIn(settings[source]) : typedId.trim();
  return { channel: type, name: name.trim(), ...(!gives_id && { platform_id, settings }) };
}
