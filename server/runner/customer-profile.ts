import type { Customer } from "@banter/core/flow/customer.ts";
import type { CustomerFacts } from "@banter/core/flow/mail-event.ts";
import { Zone } from "@banter/core/model/time/zone.ts";

const maxLength = 200;

/** Fills the blanks of a customer. Known values stay: a flow may have asked for them. */
export function withFacts(customer: Customer, facts: CustomerFacts): Customer {
  const timezone = Zone.safeParse(facts.timezone).data;
  const filled = {
    firstName: customer.firstName ?? fact(facts.firstName),
    lastName: customer.lastName ?? fact(facts.lastName),
    gender: customer.gender === "UNKNOWN" ? genderOf(facts) : customer.gender,
    phone: customer.phone ?? fact(facts.phone),
    locale: customer.locale ?? fact(facts.locale),
    timezone: customer.timezone ?? timezone ?? null,
  };
  return { ...customer, ...filled };
}

/** The address of a picture, if a browser may open it. */
export function pictureOf({ pictureUrl }: CustomerFacts): string | undefined {
  const url = typeof pictureUrl === "string" && pictureUrl.length <= 2000 ? URL.parse(pictureUrl) : null;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}

const genderOf = ({ gender }: CustomerFacts): Customer["gender"] =>
  gender === "MALE" || gender === "FEMALE" ? gender : "UNKNOWN";

/** A name as the platform gives it, cut to the length that we store. */
function fact(given: unknown): string | null {
  if (typeof given !== "string") return null;
  const text = given.toWellFormed().replaceAll("\0", "").trim();
  return [...text].slice(0, maxLength).join("") || null;
}
