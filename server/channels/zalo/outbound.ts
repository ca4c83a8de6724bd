import type { Outbound } from "../outbound.ts";
import { deliver } from "./deliver.ts";
import { render, type ZaloCall } from "./render.ts";
import type { Settings } from "./settings.ts";

export const outbound: Outbound<Settings, ZaloCall> = {
  // Free for 48 hours; then Zalo charges the account that the owner has linked, or refuses.
  window: { seconds: 7 * 24 * 3600, tags: [] },
  // Echoes cannot be told from messages of other apps.
  confirmsWithinSeconds: null,
  // Not documented: Zalo names limits by app and account without numbers.
  pace: () => ({ perSecond: 20, perCustomer: null, weigh: null }),
  render,
  renderAlbum: null,
  renderReaction: null,
  deliver,
  typing: null,
  markSeen: null,
};
