import { isContact } from "@banter/core/channels/contact.ts";
import type { Customer } from "@banter/core/flow/customer.ts";
import type { CustomerProfile, ReachEvent } from "@banter/core/flow/mail-event.ts";
import { type ConversationState, newState } from "@banter/core/flow/state.ts";
import type { FoundCustomer } from "../../store/runtime/due-mail.ts";
import { fillProfile, phoneOf, pictureOf, userNameOf } from "./customer-profile.ts";

/** A customer between two turns of a batch, as the last turn left them. */
export type CustomerState = {
  customer: Customer;
  state: ConversationState;
  hasSpoken: boolean;
  /** Not stored yet. */
  isNew: boolean;
  lastInputAt: number | null;
  pictureUrl?: string;
  otherPsid?: string;
  /** The reason why the customer cannot be reached, null if they can be; undefined leaves the stored value. */
  unreachable?: string | null;
};

/**
 * The customer as they are stored. The runs of a new one are numbered from the id of their first mail, a number that no
 * run of an erased customer with the same psid has had: a late timer of theirs ends no wait.
 */
export function storedCustomer(psid: string, found: FoundCustomer, mailId: number): CustomerState {
  const { known, lastInputAt } = found;
  const customer: Customer = {
    psid,
    firstName: found.firstName,
    lastName: found.lastName,
    gender: known ? found.gender : "UNKNOWN",
    email: found.email,
    phone: found.phone,
    address: found.address,
    locale: found.locale,
    timezone: found.timezone,
    adId: found.adId,
    tags: found.tags ?? [],
    fields: found.fields ?? {},
  };
  const state = found.state ?? { ...newState(), lastRunId: mailId };
  return { customer, state, hasSpoken: false, isNew: !known, lastInputAt };
}

/** A customer who writes can be reached. */
export const afterInput = ({ isNew }: CustomerState, now: number) => ({
  hasSpoken: true,
  lastInputAt: now,
  unreachable: isNew ? undefined : null,
});

/** A contact has no chat. One that was joined to a customer is not shown either. */
export const contactReach = ({ psid }: Customer, { joinedTo }: ConversationState) =>
  isContact(psid) ? { unreachable: joinedTo === undefined ? "no_chat" : "joined" } : {};

/** `confirmsPhones`: a phone number in the profile is the customer's own, as the platform knows. */
export function withProfile(
  before: CustomerState,
  profile: CustomerProfile | undefined,
  { confirmsPhones = false }: { confirmsPhones?: boolean } = {},
): CustomerState {
  if (!profile) return before;
  const pictureUrl = pictureOf(profile);
  const userName = userNameOf(profile);
  return {
    ...before,
    customer: fillProfile(before.customer, profile),
    ...(pictureUrl && { pictureUrl }),
    ...(profile.otherPsid && { otherPsid: profile.otherPsid }),
    state: withFacts(before.state, { userName, platformPhone: confirmsPhones ? phoneOf(profile) : null }),
  };
}

function withFacts(
  state: ConversationState,
  facts: { userName: string | null; platformPhone: string | null },
): ConversationState {
  const { userName, platformPhone } = facts;
  const isNew = (userName && userName !== state.userName) || (platformPhone && platformPhone !== state.platformPhone);
  return isNew ? { ...state, ...(userName && { userName }), ...(platformPhone && { platformPhone }) } : state;
}

export function withReach(before: CustomerState, { isReachable }: ReachEvent): CustomerState {
  if (!isReachable) return { ...before, unreachable: "blocked_by_customer" };
  return { ...before, unreachable: before.isNew ? undefined : null };
}

/** True if the list of customers or a segment must show or find the customer in another way than before. */
export function mustReindex(before: CustomerState, after: CustomerState): boolean {
  if (before.state.joinedTo !== after.state.joinedTo) return true;
  if (before.state.platformPhone !== after.state.platformPhone) return true;
  if (before.isNew || (before.lastInputAt === null && after.lastInputAt !== null)) return true;
  return before.customer !== after.customer && listed.some((key) => before.customer[key] !== after.customer[key]);
}

const listed = [
  ...(["firstName", "lastName", "gender", "email", "phone", "address", "locale", "timezone"] as const),
  ...(["adId", "tags", "fields"] as const),
];
