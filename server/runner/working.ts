import type { Customer } from "@banter/core/flow/customer.ts";
import { type ConversationState, newState } from "@banter/core/flow/state.ts";
import type { CustomerFacts, ReachEvent } from "../mailbox/event.ts";
import type { DueMail } from "../store/claim.ts";
import { pictureOf, withFacts } from "./facts.ts";

/** A customer between the turns of a batch, as the last of them left them. */
export type Working = {
  customer: Customer;
  state: ConversationState;
  hasSpoken: boolean;
  /** Not stored yet. */
  isNew: boolean;
  lastInputAt: number | null;
  pictureUrl?: string;
  /** Why the customer cannot be reached, or null for can; undefined leaves what is known. */
  unreachable?: string | null;
};

/** Whoever writes can be reached. */
export const spoken = ({ isNew }: Working, now: number) => ({
  hasSpoken: true,
  lastInputAt: now,
  unreachable: isNew ? undefined : null,
});

export function told(working: Working, facts: CustomerFacts | undefined): Working {
  if (!facts) return working;
  const pictureUrl = pictureOf(facts);
  return { ...working, customer: withFacts(working.customer, facts), ...(pictureUrl && { pictureUrl }) };
}

export function reached(working: Working, { isReachable }: ReachEvent): Working {
  if (!isReachable) return { ...working, unreachable: "blocked_by_customer" };
  return { ...working, unreachable: working.isNew ? undefined : null };
}

/** What else there is was stored with the batch it belongs to. */
export function carried(left: ReadonlyMap<string, Working>, psid: string): Working | undefined {
  const working = left.get(psid);
  if (!working) return undefined;
  const { customer, state, lastInputAt } = working;
  return { customer, state, lastInputAt, hasSpoken: false, isNew: false };
}

export function workingOf(mail: DueMail): Working {
  const { psid, known } = mail;
  const customer: Customer = {
    psid,
    firstName: mail.firstName,
    lastName: mail.lastName,
    gender: known ? mail.gender : "UNKNOWN",
    email: mail.email,
    phone: mail.phone,
    address: mail.address,
    locale: mail.locale,
    timezone: mail.timezone,
    adId: mail.adId,
    tags: mail.tags ?? [],
    fields: mail.fields ?? {},
  };
  const { lastInputAt } = mail;
  return { customer, state: mail.state ?? newState(), hasSpoken: false, isNew: !known, lastInputAt };
}
