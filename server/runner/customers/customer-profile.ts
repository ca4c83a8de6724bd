import type { Customer } from "@banter/core/flow/customer.ts";
import type { CustomerProfile } from "@banter/core/flow/mail-event.ts";
import { Zone } from "@banter/core/model/time/zone.ts";

const maxLength = 200;
const maxEmailLength = 255;

/**
 * Fills empty fields of a customer from the platform's profile. Known values stay: a flow may have asked for them. A new
 * ad replaces the old one.
 */
export function fillProfile(customer: Customer, profile: CustomerProfile): Customer {
  const timezone = Zone.safeParse(profile.timezone).data;
  const filled = {
    firstName: customer.firstName ?? textOf(profile.firstName),
    lastName: customer.lastName ?? textOf(profile.lastName),
    gender: customer.gender === "UNKNOWN" ? genderOf(profile) : customer.gender,
    email: customer.email ?? textOf(profile.email, maxEmailLength),
    phone: customer.phone ?? textOf(profile.phone),
    locale: customer.locale ?? textOf(profile.locale),
    timezone: customer.timezone ?? timezone ?? null,
    adId: textOf(profile.adId) ?? customer.adId,
  };
  return { ...customer, ...filled };
}

/** The picture's address if it is a web address. */
export function pictureOf({ pictureUrl }: CustomerProfile): string | undefined {
  const url = typeof pictureUrl === "string" && pictureUrl.length <= 2000 ? URL.parse(pictureUrl) : null;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}

export const phoneOf = ({ phone }: CustomerProfile): string | null => textOf(phone);
export const userNameOf = ({ userName }: CustomerProfile): string | null => textOf(userName);

const genderOf = ({ gender }: CustomerProfile): Customer["gender"] =>
  gender === "MALE" || gender === "FEMALE" ? gender : "UNKNOWN";

/** A text of the platform, cut to the length that we store; null if it is empty. */
function textOf(given: unknown, max = maxLength): string | null {
  if (typeof given !== "string") return null;
  const text = given.toWellFormed().replaceAll("\0", "").trim();
  return [...text].slice(0, max).join("") || null;
}
