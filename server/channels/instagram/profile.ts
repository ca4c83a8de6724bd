import type { PageProfile, Profile } from "../channel.ts";
import type { GraphCall } from "../meta/graph.ts";
import { iceBreakersOf, menuOf, profileCalls, saveProfile } from "../meta/profile.ts";
import { graphOf, type InstagramSettings } from "./settings.ts";

export const profile: Profile<InstagramSettings> = {
  set: (profile, settings) => saveProfile(graphOf(settings), callsFor(profile)),
  iceBreakersAreText: false,
};

/** Instagram has no greeting and no Get Started. */
export function callsFor(profile: PageProfile): GraphCall[] {
  const fields = { ice_breakers: iceBreakersOf(profile), persistent_menu: menuOf(profile, {}) };
  return profileCalls(fields, { platform: "instagram" });
}
