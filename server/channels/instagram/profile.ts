import type { PageProfile } from "../channel.ts";
import type { GraphCall } from "../meta/graph.ts";
import { iceBreakersOf, menuOf, profileCalls } from "../meta/profile.ts";

/** Instagram has no greeting and no Get Started. */
export function callsFor(profile: PageProfile): GraphCall[] {
  const fields = { ice_breakers: iceBreakersOf(profile), persistent_menu: menuOf(profile, {}) };
  return profileCalls(fields, { platform: "instagram" });
}
