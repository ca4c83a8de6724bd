import type { CustomerProfile } from "../inbound.ts";
import { fetchPerson, textIn } from "../meta/person.ts";
import { graphOf, type InstagramSettings } from "./settings.ts";

/** Instagram gives a full name, or only a user name. */
export async function fetchCustomer(psid: string, settings: InstagramSettings): Promise<CustomerProfile> {
  const person = await fetchPerson(graphOf(settings), psid.replace(/^ig_/, ""), "name,username,profile_pic");
  const [firstName = textIn(person.username), ...others] = textIn(person.name)?.trim().split(/\s+/) ?? [];
  const pictureUrl = textIn(person.profile_pic);
  return {
    ...(firstName !== undefined && { firstName }),
    ...(others.length > 0 && { lastName: others.join(" ") }),
    ...(pictureUrl !== undefined && { pictureUrl }),
  };
}
