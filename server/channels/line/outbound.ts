import type { Outbound } from "../outbound.ts";
import { deliver, showTyping } from "./deliver.ts";
import { type LineCall, render } from "./render.ts";
import type { Settings } from "./settings.ts";

export const outbound: Outbound<Settings, LineCall> = {
  window: null,
  confirmsWithinSeconds: null,
  // LINE takes two thousand messages per second. Less keeps a page from using up the connections of all others.
  pace: () => ({ perSecond: 50, perCustomer: null, weigh: null }),
  render,
  renderAlbum: null,
  renderReaction: null,
  deliver,
  typing: { seconds: 5, show: showTyping },
  markSeen: null,
};
