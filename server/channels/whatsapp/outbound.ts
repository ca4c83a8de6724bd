import type { Outbound } from "../outbound.ts";
import { deliver, markSeen, showTyping } from "./deliver.ts";
import { renderReaction } from "./reaction.ts";
import { type Call, render } from "./render.ts";
import type { Settings } from "./settings.ts";

export const outbound: Outbound<Settings, Call> = {
  // Templates can be sent at any time; there are no tags.
  window: { seconds: 24 * 60 * 60, tags: [] },
  confirmsWithinSeconds: 90,
  // WhatsApp takes 45 messages to one person at once, and then one every six seconds. It counts by their arrival, not
  // by our sending, so the burst leaves some room.
  pace: () => ({ perSecond: 80, perCustomer: { perSecond: 1 / 6, burst: 40 }, weigh: null }),
  render,
  renderAlbum: null,
  renderReaction,
  deliver,
  typing: { seconds: 25, show: showTyping },
  markSeen,
};
