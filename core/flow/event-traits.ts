import type { ConversationEvent, PersonEvent } from "./event.ts";

type EventType = ConversationEvent["type"];

type Traits = {
  /** The customer does something: it counts as their last input, and may make them a customer of the statistics. */
  isInput?: true;
  /** Words of the customer: they are counted as received, unread until a member reads them, and in the history. */
  isWords?: true;
  /** A member has to answer it, if the bot does not. */
  asksForAnswer?: true;
  /** A bubble of the customer in a conversation. */
  isBubble?: true;
  /** It tells that the conversation has come back from another app. */
  endsOtherApp?: true;
  /** Something that a member of the page does. */
  isOfMember?: true;
  /** It could end in a message to the customer. A blocked one gets none. */
  mayReach?: true;
  /** Input of the customer, of members and of programs resets the counters of turns without input; time adds to them. */
  counters: "reset" | "leave" | "add";
  /** It makes no customer of an unknown person, unless it says so itself (`isNew`). */
  needsCustomer?: true;
  /** After an erasure, it makes the person a customer again: they came back themselves. */
  bringsBack?: true;
};

const input = { isInput: true, isBubble: true, mayReach: true, counters: "reset", bringsBack: true } as const;
const words = { ...input, isWords: true, asksForAnswer: true, endsOtherApp: true } as const;
const member = { isOfMember: true, needsCustomer: true } as const;
const program = { mayReach: true, counters: "reset" } as const;
const clock = { counters: "add", needsCustomer: true } as const;
const control = { counters: "leave", needsCustomer: true } as const;

/** All that the parts of Banter ask about the type of an event. A new type does not compile without its line here. */
export const eventTraits: Record<EventType, Traits> = {
  message: words,
  press: words,
  referral: { ...input, asksForAnswer: true, endsOtherApp: true },
  follow: { ...input, asksForAnswer: true },
  // An emoji below a message asks for nothing.
  reaction: input,
  comment: { isBubble: true, mayReach: true, counters: "reset", bringsBack: true },
  opened: { mayReach: true, counters: "reset" },
  consent: { counters: "leave", needsCustomer: true },
  prechat_form: { counters: "leave", needsCustomer: true },
  moved: { counters: "leave", needsCustomer: true },
  arrived: { isBubble: true, mayReach: true, counters: "leave", bringsBack: true },
  number_changed: { counters: "leave", needsCustomer: true },
  inherited: { counters: "leave", bringsBack: true },
  join: control,
  joined: control,
  part: control,
  parted: control,
  join_declined: control,
  send_flow: program,
  send_content: program,
  goal: control,
  hook: { ...program, needsCustomer: true },
  enter_sequence: { mayReach: true, counters: "reset", needsCustomer: true },
  leave_sequence: { counters: "leave", needsCustomer: true },
  timer: clock,
  answer: clock,
  rule_due: { ...clock, mayReach: true },
  hand_over_timeout: { ...clock, mayReach: true },
  takeover: { counters: "leave" },
  resume: control,
  control_lost: control,
  control_asked: control,
  control_kept: control,
  person_message: { ...member, mayReach: true, counters: "reset" },
  person_reaction: { ...member, mayReach: true, counters: "reset" },
  start_flow: { ...member, mayReach: true, counters: "reset" },
  pause: { ...member, counters: "leave" },
  edit_customer: { ...member, counters: "leave" },
  block: { ...member, counters: "leave" },
  unblock: { ...member, counters: "leave" },
} satisfies Record<EventType, Traits> & Record<PersonEvent["type"], { isOfMember: true }>;

type Trait = Exclude<keyof Traits, "counters">;

/** The types of events with a trait, for statements. */
export const typesWith = (trait: Trait): EventType[] =>
  (Object.keys(eventTraits) as EventType[]).filter((type) => eventTraits[type][trait]);

/**
 * The traits of mail, or of an event that is stored. None, if it is no event of a conversation, or one that only a newer
 * release knows.
 */
export const traitsOf = ({ type }: { type: string }): Partial<Traits> =>
  // A payload becomes a press when it is handled.
  (eventTraits as Partial<Record<string, Traits>>)[type === "payload" ? "press" : type] ?? {};

export const isOfMember = (event: ConversationEvent): event is PersonEvent =>
  eventTraits[event.type].isOfMember === true;
