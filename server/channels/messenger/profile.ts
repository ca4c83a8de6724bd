import type { PageProfile, Profile } from "../channel.ts";
import type { GraphCall } from "../meta/graph.ts";
import { characters } from "../meta/outbound/look.ts";
import { iceBreakersOf, menuOf, profileCalls, saveProfile } from "../meta/profile.ts";
import { cutText } from "../text/split-text.ts";
import { graphOf, type MessengerSettings } from "./settings.ts";

export const profile: Profile<MessengerSettings> = {
  set: (profile, settings) => saveProfile(graphOf(settings), callsFor(profile)),
  iceBreakersAreText: false,
};

/** https://developers.facebook.com/docs/messenger-platform/reference/messenger-profile-api */
export function callsFor(profile: PageProfile): GraphCall[] {
  // No longer documented; Messenger has always shown 160 characters.
  const greeting = profile.greeting && cutText(profile.greeting, 160, characters);
  return profileCalls({
    // The menu and the greeting need it. A press of it comes back as its text.
    get_started: { payload: "get_started" },
    greeting: greeting ? [{ locale: "default", text: greeting }] : null,
    ice_breakers: iceBreakersOf(profile),
    persistent_menu: menuOf(profile, { composer_input_disabled: false }),
  });
}
