import type { Outbound } from "../outbound.ts";
import { renderAlbum } from "./album.ts";
import { deliver, showTyping } from "./deliver.ts";
import { type ReactionCall, renderReaction } from "./own-reaction.ts";
import { render, type TelegramCall } from "./render.ts";
import type { Settings } from "./settings.ts";

export const outbound: Outbound<Settings, TelegramCall | ReactionCall> = {
  window: null,
  confirmsWithinSeconds: null,
  // From Telegram's FAQ: about thirty messages per second in all, one per second to each customer, with short bursts.
  pace: () => ({ perSecond: 30, perCustomer: { perSecond: 1, burst: 5 }, weigh: null }),
  render,
  renderAlbum,
  renderReaction,
  deliver,
  typing: { seconds: 5, show: showTyping },
  markSeen: null,
};
