import type { Customer } from "../customer.ts";
import type { JoinEvent } from "../event.ts";
import { readField } from "../fields/customer-fields.ts";
import type { JoinedContact } from "../state.ts";
import type { TurnOutcome } from "../trace.ts";
import type { OpenTurn } from "./open-turn.ts";

/** Contacts that are kept as somebody else. */
const maxOthers = 50;

/** Joins a contact to a customer, or takes that back. Both sides keep their own data, so that nothing is lost. */
export function handleJoin(turn: OpenTurn, event: JoinEvent): TurnOutcome {
  switch (event.type) {
    case "join":
      return giveAway(turn, event);
    case "joined":
      return takeIn(turn, event);
    case "part":
      return giveUp(turn, event);
    case "parted": {
      // Another join may have come first.
      if (turn.state.joinedTo !== event.from) return "nothing";
      const { joinedTo: _, ...state } = turn.state;
      turn.state = state;
      return "parted";
    }
    case "join_declined":
      turn.state = withOther(turn.state, event.contact);
      return "join_declined";
  }
}

type EventOf<Type> = Extract<JoinEvent, { type: Type }>;

function giveAway(turn: OpenTurn, { to, userId }: EventOf<"join">): TurnOutcome {
  if (turn.state.joinedTo !== undefined) return "nothing";
  const { psid: from, ...customer } = turn.customer;
  turn.state = { ...turn.state, joinedTo: to };
  turn.effects.push({ type: "transfer", to, event: { type: "joined", from, customer, ...(userId && { userId }) } });
  return "joined";
}

/** Fills what is empty. The parts of a name belong together: they are taken only by somebody without a name. */
function takeIn(turn: OpenTurn, { from, customer: contact }: EventOf<"joined">): TurnOutcome {
  const { customer, state } = turn;
  const isNameless = !customer.firstName && !customer.lastName;
  const names = ownNames.filter((name) => !isName(name) || isNameless);
  const filled = names.filter((name) => isEmpty(customer[name]) && !isEmpty(contact[name]));
  const fields = Object.keys(contact.fields).filter((name) => !readField(customer, name));
  const tags = contact.tags.filter((tag) => turn.setup.tags.has(tag) && !customer.tags.includes(tag));
  turn.customer = {
    ...customer,
    ...pick(contact, filled),
    tags: [...customer.tags, ...tags],
    fields: { ...customer.fields, ...pick(contact.fields, fields) },
  };
  const joined: JoinedContact = { at: turn.now, filled: [...filled, ...fields.map((name) => `field:${name}`)], tags };
  turn.state = {
    ...state,
    joined: { ...state.joined, [from]: joined },
    ...(state.otherContacts && { otherContacts: state.otherContacts.filter((psid) => psid !== from) }),
  };
  return "joined";
}

/** A contact that was parted is not proposed again. */
function giveUp(turn: OpenTurn, { contact: psid, customer: contact, userId }: EventOf<"part">): TurnOutcome {
  const { [psid]: joined, ...others } = turn.state.joined ?? {};
  if (!joined) return "nothing";
  if (contact) turn.customer = without(turn.customer, contact, joined);
  turn.state = withOther({ ...turn.state, joined: others }, psid);
  turn.effects.push({ type: "transfer", to: psid, event: { type: "parted", from: turn.customer.psid, userId } });
  return "parted";
}

/** Values that are still the contact's go. */
function without(customer: Customer, contact: Omit<Customer, "psid">, { filled, tags }: JoinedContact): Customer {
  const own = ownNames.filter((name) => filled.includes(name) && customer[name] === contact[name]);
  const gone = Object.keys(customer.fields).filter(
    (name) => filled.includes(`field:${name}`) && customer.fields[name] === contact.fields[name],
  );
  return {
    ...customer,
    ...Object.fromEntries(own.map((name) => [name, name === "gender" ? "UNKNOWN" : null])),
    tags: customer.tags.filter((tag) => !tags.includes(tag)),
    fields: Object.fromEntries(Object.entries(customer.fields).filter(([name]) => !gone.includes(name))),
  };
}

const withOther = (state: OpenTurn["state"], psid: string): OpenTurn["state"] => ({
  ...state,
  otherContacts: [...(state.otherContacts ?? []).filter((other) => other !== psid), psid].slice(-maxOthers),
});

const ownNames = [
  "firstName",
  "lastName",
  "gender",
  "email",
  "phone",
  "address",
  "locale",
  "timezone",
] as const satisfies (keyof Customer)[];

const isName = (name: string) => name === "firstName" || name === "lastName";
const isEmpty = (value: string | null) => !value || value === "UNKNOWN";

const pick = <T extends object>(from: T, names: readonly string[]): Pick<T, never> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as Pick<T, never>;
