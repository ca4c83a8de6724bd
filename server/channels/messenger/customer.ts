import type { CustomerProfile } from "../inbound.ts";
import { fetchPerson, textIn } from "../meta/person.ts";
import { graphOf, type MessengerSettings } from "./settings.ts";

const names = "first_name,last_name,profile_pic";

/** https://developers.facebook.com/docs/messenger-platform/identity/user-profile */
export async function fetchCustomer(psid: string, settings: MessengerSettings): Promise<CustomerProfile> {
  const person = await fetchPerson(graphOf(settings), psid, `${names},locale,timezone,gender`, names);
  const facts: CustomerProfile = {};
  const [firstName, lastName, pictureUrl, locale] = ["first_name", "last_name", "profile_pic", "locale"].map((name) =>
    textIn(person[name]),
  );
  if (firstName) facts.firstName = firstName;
  if (lastName) facts.lastName = lastName;
  if (pictureUrl) facts.pictureUrl = pictureUrl;
  if (locale) facts.locale = locale;
  if (person.gender === "male") facts.gender = "MALE";
  if (person.gender === "female") facts.gender = "FEMALE";
  const timezone = zoneOf(person.timezone);
  if (timezone) facts.timezone = timezone;
  return facts;
}

/** Meta gives hours from UTC. The signs of Etc/GMT zones are inverted, and there are none for parts of an hour. */
function zoneOf(hours: unknown): string | undefined {
  if (typeof hours !== "number" || !Number.isInteger(hours) || Math.abs(hours) > 12) return undefined;
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}
