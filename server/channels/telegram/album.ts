import type { OutgoingAlbum } from "@banter/core/flow/outgoing.ts";
import type { RenderContext } from "../outbound.ts";
import { chatOf, type RenderSettings, render, type TelegramCall } from "./render.ts";

const kinds = { image: "photo", video: "video" } as const;

/**
 * One call for all pictures and videos. If Telegram refuses it, because it cannot fetch one of them, each is a message
 * of its own. An album has no buttons, so that the quick replies follow it.
 * https://core.telegram.org/bots/api#sendmediagroup
 */
export function renderAlbum(
  { items, quick_replies = [] }: OutgoingAlbum,
  context: RenderContext,
  settings: RenderSettings,
): TelegramCall[] {
  const media = items.map(({ type, url }) => ({ type: kinds[type], media: url }));
  const together: TelegramCall = {
    method: "sendMediaGroup",
    body: { chat_id: chatOf(context.psid), media },
    further: items.length,
  };
  const isApart = isRefused(context.done);
  if (isApart) context.note({ change: "as_messages", part: "album" });
  const alone = isApart ? items.flatMap((item) => render(item, context, settings)) : [];
  return [together, ...alone, ...replyCalls(quick_replies, context, settings)];
}

/** An album that was accepted has the ids of its messages: two at least. */
function isRefused(
  { calls, platformIds }: NonNullable<RenderContext["done"]> = { calls: 0, platformIds: [] },
): boolean {
  return calls > 0 && !platformIds[0]?.includes(" ");
}

/** Quick replies need a text above them; an emoji works in every language. */
function replyCalls(
  quick_replies: NonNullable<OutgoingAlbum["quick_replies"]>,
  context: RenderContext,
  settings: RenderSettings,
): TelegramCall[] {
  if (quick_replies.length === 0) return [];
  context.note({ change: "apart", part: "quick_replies" });
  return render({ type: "text", text: "👇", quick_replies }, context, settings);
}
