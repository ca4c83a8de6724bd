import { type Called, guestNumber } from "@banter/core/flow/fields/person-name.ts";
import { initialsOf } from "../../conversations/initials.ts";

/** The letters and the ground of an avatar, in the light and the dark scheme. Each pair can be read (AA). */
export const looks = [
  { light: ["#1c3f94", "#dbe7ff"], dark: ["#cfdcff", "#263a70"] },
  { light: ["#0b5345", "#c9f2e5"], dark: ["#b5efdd", "#0e4a3e"] },
  { light: ["#4c2a92", "#e9defd"], dark: ["#e0d2fd", "#452b7c"] },
  { light: ["#8a1c57", "#fcdcec"], dark: ["#ffcfe6", "#6b2149"] },
  { light: ["#7a3606", "#ffe3cc"], dark: ["#ffd9b8", "#613213"] },
  { light: ["#3b5310", "#e3f3c4"], dark: ["#dcf1b4", "#384c17"] },
  { light: ["#0a4a60", "#cdf0f9"], dark: ["#bdebf8", "#134859"] },
  { light: ["#8c1d18", "#ffdedb"], dark: ["#ffd2ce", "#6d2521"] },
] as const satisfies { light: [string, string]; dark: [string, string] }[];

/** The look of a person follows from the psid: it is the same on every screen, today and tomorrow. */
export function lookOf(psid: string): (typeof looks)[number] {
  let hash = 0;
  for (const letter of psid) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return looks[hash % looks.length] ?? looks[0];
}

/** Letters of the name, or of what stands in for it: the end of a number tells more than its beginning. */
export function lettersOf({ name, email, phone, psid }: Called): string {
  if (name) return initialsOf(name);
  if (email) return initialsOf(email);
  return (phone?.replaceAll(/\D/g, "") || guestNumber(psid)).slice(-2);
}
