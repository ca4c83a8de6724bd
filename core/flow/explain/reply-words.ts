import type { Loss } from "../../match/explain.ts";
import type { ConversationEvent } from "../event.ts";

/** How a message may leave the messaging window: see `windowRule`. */
export type WindowRule = "none" | "window" | "tag" | "template";

/** The words of one language that explain a reply, beside its trace. Words in capitals are placeholders. */
export type ReplyWords = {
  events: Record<ConversationEvent["type"], string>;
  noEvent: string;
  noTrace: string;
  /** A keyword that had its phrase in the message too, but was not the one. */
  losses: Record<Extract<Loss["reason"], "shadowed" | "excluded" | "outside_hours" | "no_flow" | "inactive">, string>;
  window: Record<Exclude<WindowRule, "window">, string> & { open: string; closed: string; unknown: string };
  attempts: Record<"sent" | "retry" | "throttled" | "failed" | "unknown", string>;
  /** For a message that needs no platform. */
  stored: string;
  notTried: string;
  /** The platform has accepted it and reported its failure later. */
  reported: string;
  /** The platform's error code, with its meaning or without. */
  meaning: string;
  unknownCode: string;
  withAnswer: string;
  withReason: string;
};

export const english: ReplyWords = {
  events: {
    message: "The customer wrote “TEXT”.",
    press: "The customer pressed “TEXT”.",
    referral: "The customer came through the link “TEXT”.",
    number_changed: "The customer has changed their number.",
    inherited: "The customer has changed their number to this one.",
    join: "This contact was joined to a customer.",
    joined: "A contact was joined to the customer.",
    part: "A person parted a contact from the customer again.",
    parted: "This contact was parted from a customer again.",
    join_declined: "A person said that a contact is somebody else.",
    consent: "It was said, in the platform's settings or by a member, if the customer wants advertising.",
    comment: "The customer commented “TEXT”.",
    moved: "The private reply reached the customer under another id.",
    arrived: "The customer had commented “TEXT” under another id.",
    opened: "The visitor opened the chat.",
    prechat_form: "The visitor filled in the form before the chat.",
    follow: "The customer began to follow the page.",
    reaction: "The customer reacted with “TEXT”.",
    send_flow: "A program sent a flow.",
    enter_sequence: "The customer was put into a sequence.",
    leave_sequence: "The customer was taken out of a sequence.",
    rule_due: "The time of a rule came.",
    send_content: "A program sent content.",
    goal: "A program said that the customer had reached a goal.",
    hook: "Another program called a hook of the page.",
    timer: "A wait was over.",
    answer: "Another server answered.",
    takeover: "A person wrote in the platform's own inbox.",
    resume: "A person gave the conversation back to the bot.",
    control_lost: "Another app or the platform's own inbox took the conversation.",
    control_asked: "The platform's own inbox asked for the conversation.",
    control_kept: "The platform did not give the conversation to its own inbox.",
    person_message: "A person wrote.",
    person_reaction: "A person reacted to a message.",
    start_flow: "A person started a flow.",
    pause: "A person paused the bot.",
    edit_customer: "A person changed the customer's data.",
    block: "A person blocked the customer.",
    unblock: "A person unblocked the customer.",
    hand_over_timeout: "The customer had waited for a person until the time was up.",
  },
  noEvent: "The event is not recorded.",
  noTrace: "Why it was answered so is kept for 30 days only.",
  losses: {
    shadowed: "The keyword KEYWORD has its phrase in it too (RANK), but the one that matched goes before it.",
    excluded: "The keyword KEYWORD has its phrase in it too, but “PHRASE” excludes it.",
    outside_hours: "The keyword KEYWORD has its phrase in it too, but not at this hour.",
    no_flow: "The keyword KEYWORD has its phrase in it too, but it leads to no published flow.",
    inactive: "The keyword KEYWORD has its phrase in it too, but it is switched off.",
  },
  window: {
    none: "CHANNEL lets the page write at any time.",
    tag: "It was sent with the tag TAG, which the messaging window does not limit.",
    template: "It is a message template, which the messaging window does not limit.",
    open: "The messaging window was open: the customer had written less than HOURS hours before.",
    closed: "The messaging window was closed: the customer had last written more than HOURS hours before.",
    unknown: "When the customer had last written is not known: the platform decided.",
  },
  attempts: {
    sent: "TIME: sent.",
    retry: "TIME: not sent, to be tried again.",
    throttled: "TIME: CHANNEL wanted no more messages for a while.",
    failed: "TIME: not sent, and given up.",
    unknown: "TIME: without an answer, so it may have arrived.",
  },
  stored: "It was delivered by being stored: the web chat reads it from here.",
  notTried: "It has not been tried.",
  reported: "CHANNEL took it, and reported later that it failed. The reason: REASON.",
  meaning: "Error CODE means: MEANING",
  unknownCode: "CHANNEL gives the error code CODE, which is not known here.",
  withAnswer: "SENTENCE The answer: ANSWER",
  withReason: "SENTENCE The reason: REASON.",
};
