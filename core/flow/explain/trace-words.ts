import type { PlanRefusal } from "../../audience/send-plan.ts";
import type { Rank } from "../../match/needle.ts";
import type { Happening } from "../happenings/happening.ts";
import type { UnsendableReason } from "../outgoing.ts";
import type {
  FailureReason,
  RuleDeed,
  RunEnd,
  SequenceDeed,
  SequenceReason,
  SkipReason,
  TurnOutcome,
  ValueSource,
  Verdicts,
} from "../trace.ts";
import { type AiWords, english as aiWords, type SameAsCalls } from "./ai-words.ts";
import type { RuleWords } from "./explain-rule.ts";

/** The sentences of one language that explain a trace. Words in capitals are placeholders. */
export type TraceWords = {
  flow: string;
  someFlow: string;
  sequence: string;
  visit: string;
  /** For a step with a name, which needs no flow and version beside it. */
  namedVisit: string;
  leftBy: string;
  withReason: string;
  exits: Record<"next" | "wait" | "goto" | "end" | "failed", string>;
  value: string;
  sources: Record<ValueSource, string>;
  outcomes: Record<TurnOutcome, string>;
  noOutcome: string;
  verdicts: { [On in keyof Verdicts]: Record<Verdicts[On], string> };
  happenings: Record<Happening, string>;
  ranks: Record<Rank, string>;
  runEnds: Record<RunEnd, string>;
  failed: string;
  failures: Record<FailureReason, string>;
  unknownVariable: string;
  unsendable: string;
  unsendables: Record<UnsendableReason, string>;
  skips: Record<SkipReason, string>;
  atStep: string;
  goal: string;
  /** With a value. */
  worthyGoal: string;
  sequenceDeeds: Record<SequenceDeed, string>;
  sequenceReasons: Record<Exclude<SequenceReason, PlanRefusal>, string>;
  ruleDeeds: Record<RuleDeed, string>;
  /** Why a step of a sequence, or the flow of a rule, is not sent. */
  refusals: Record<PlanRefusal, string>;
  rules: RuleWords;
  /** Why a call to another server failed. */
  calls: Record<SameAsCalls | "status" | "not_json", string>;
  ai: AiWords;
};

export const english: TraceWords = {
  flow: "the flow FLOW",
  someFlow: "a flow",
  sequence: "the sequence SEQUENCE",
  visit: "Step STEP of FLOW (version VERSION): RESULT.",
  namedVisit: "Step STEP: RESULT.",
  leftBy: "left by “EXIT”",
  withReason: "RESULT, because REASON",
  exits: {
    next: "went on",
    wait: "waits here",
    goto: "went to another flow",
    end: "ended here",
    failed: "failed here",
  },
  value: "{{NAME}} was “VALUE”, SOURCE.",
  sources: {
    payload: "from the call that sent the flow",
    customer: "from the customer's data",
    page: "from the page's settings",
    built_in: "a built-in value",
    fallback: "the fallback, since there is no value",
  },
  outcomes: {
    started: "So the flow was started.",
    answered: "So the answer was taken.",
    asked_again: "So the question was asked again.",
    gave_up: "So the question was given up.",
    went_on: "The wait was over, and the flow went on.",
    acted_in_public: "So the comment was answered, liked or hidden in public.",
    moved: "So the conversation goes on under the other id.",
    sent: "The content of a call was sent.",
    contact_kept: "So it was kept, and nothing was answered.",
    paused: "So nothing was answered.",
    held: "A wait was over, but a person has taken over: the flow goes on when the conversation is given back.",
    taken_over: "A person has taken over.",
    given_back: "The conversation was given back to the bot.",
    person_wrote: "A person wrote this.",
    person_reacted: "A person reacted to a message.",
    hand_over_ended: "Nobody had answered in time, so the conversation was given back to the bot.",
    control_passed: "The platform's own inbox asked for the conversation, and got it.",
    control_kept:
      "The platform did not give the conversation to its own inbox, so that the team is asked for a person.",
    passed_on: "The customer has a new id at the platform, and what is known of them goes along.",
    joined: "A contact and the customer are the same person, so that their data were joined.",
    parted: "A contact is not this customer after all, so that its data went back.",
    join_declined: "A person said that a contact is somebody else.",
    consent_kept: "The customer's consent to advertising was stored.",
    form_kept: "The visitor's answers were stored.",
    goal_kept: "The goal was counted.",
    hook_kept: "What the other program told was stored.",
    edited: "A person changed the customer's data.",
    blocked: "A person blocked the customer.",
    unblocked: "A person unblocked the customer.",
    sequence_entered: "So the customer entered the sequence.",
    sequence_left: "So the customer left the sequence.",
    rule_done: "It was time for a rule.",
    void: "The flow had moved on, so nothing was done.",
    failed: "A flow failed, and was ended.",
    nothing: "So nothing was answered.",
  },
  noOutcome: "The outcome was not recorded.",
  verdicts: {
    pause: {
      paused: "A person has taken over, or the bot is paused.",
      elsewhere: "Another app or the platform's own inbox has the conversation.",
      came_back: "The platform's own inbox had the conversation. It came back, since this came to the bot.",
    },
    block: { blocked: "The customer is blocked." },
    plan: {
      go: "Nobody had asked for this message, but it may be sent to the customer now.",
      outside: "The customer's messaging window is closed, so that the template for that case was sent.",
      later:
        "It waits for the end of the page's quiet hours, or until a person who has taken over leaves the customer to the bot.",
      again: "The customer has got this broadcast before, so that it is not sent again.",
      stopped: "The broadcast was stopped before the customer got it.",
      answered: "It counts as an answer to the newest message that the customer had not asked for.",
      left: "It counts as the end of the subscription by the newest message that the customer had not asked for.",
      blocked: "It was not sent: the customer is blocked.",
      unreachable: "It was not sent: the customer cannot be reached.",
      unsubscribed: "It was not sent: the customer has refused the page's news.",
      not_subscribed: "It was not sent: the page asks customers for their consent, and this one has not given it.",
      paused: "It was not sent: a person or another app has the conversation, until it is given back.",
      outside_window: "It was not sent: the customer last wrote too long ago for a message without a tag.",
      too_many: "It was not sent: the customer has had as many such messages this week as the page allows.",
    },
    consent: {
      given: "The customer wants the page's news.",
      refused: "The customer does not want the page's news any more.",
    },
    person: {
      flow: "A person started FLOW.",
      flow_gone: "A person wanted to start FLOW, which is not published, switched off or in the trash.",
    },
    press: {
      flow: "The pressed button leads to FLOW.",
      step: "The pressed button leads to step STEP of FLOW.",
      text: "The pressed button counts as its words, as if the customer had written them.",
      nowhere: "The pressed button leads nowhere: no flow is chosen for it.",
      flow_gone: "The pressed button leads to FLOW, which is not published, switched off or in the trash.",
      step_gone:
        "The pressed button leads to step STEP of FLOW, which does not exist any more: the button counts as its words.",
    },
    referral: {
      flow: 'The link "REF" leads to FLOW.',
      unknown: 'No published tool has the link "REF".',
      flow_gone: 'The tool of the link "REF" has no flow that is published.',
    },
    comment: {
      flow: "A comment tool is for this comment: FLOW is its private reply.",
      public: "A comment tool is for this comment. It has no flow, so it acts in public only.",
      answered_before: "A comment tool is for this comment, but it has answered this person below this post before.",
      flow_gone: "A comment tool is for this comment, but its flow is not published, switched off or in the trash.",
      none: "No comment tool is for this comment.",
    },
    album: {
      late: "It belongs to an album whose other pictures were handled before, so it starts nothing.",
    },
    private_reply: {
      answered: "The customer answered the private reply of FLOW, which had waited for that.",
    },
    opening: {
      started: "The visitor opened the chat: FLOW is the welcome.",
      flow_gone: "The visitor opened the chat, but the welcome is not published or in the trash.",
    },
    question: {
      fits: "The question at step STEP of FLOW was waiting, and this is an answer to it.",
      unfit: "The question at step STEP of FLOW was waiting, but this is no answer to it.",
      kept: "A model was thinking at step STEP of FLOW, and answers this next.",
    },
    happening: {
      flow: "The customer HAPPENING: the growth tool TOOL leads to FLOW.",
      flow_gone:
        "The customer HAPPENING, but the flow of the growth tool TOOL is not published, switched off or in the trash.",
      busy: "The customer HAPPENING, which the growth tool TOOL waits for, but FLOW was still speaking.",
      none: "The customer HAPPENING, and no published growth tool waits for this.",
    },
    keyword: {
      matched: "The keyword KEYWORD matched (RANK): it leads to FLOW.",
      none: "No keyword matched.",
      no_text: "There were no words for a keyword to match.",
      flow_gone: "The keyword KEYWORD matched, but its flow is not published, switched off or in the trash.",
    },
    contact: {
      phone: "A quick reply had asked for a phone number, and this is one.",
      email: "A quick reply had asked for an e-mail address, and this is one.",
    },
    welcome: {
      started: "The customer wrote for the first time: FLOW is the welcome.",
      flow_gone:
        "The customer wrote for the first time, but the welcome is not published, switched off or in the trash.",
      busy: "The customer wrote for the first time, but FLOW was still speaking.",
    },
    default_reply: {
      started: "Nothing else matched: FLOW is the default reply.",
      flow_gone: "Nothing else matched, but the default reply is not published, switched off or in the trash.",
      busy: "Nothing else matched, and FLOW was still speaking.",
      too_soon: "Nothing else matched, and the default reply was given not long ago.",
      none: "Nothing else matched, and there is no default reply.",
    },
  },
  happenings: {
    story_mention: "mentioned the page in a story",
    story_reply: "replied to a story",
    form: "filled in a form",
    location: "sent a location",
    order: "ordered something",
    payment: "paid an invoice",
    reaction: "reacted to a message",
    follow: "began to follow the page",
    comment: "wrote a comment",
    ad: "came by an advertisement",
  },
  ranks: { exact: "exact", marks: "without accents", typo: "with a typo" },
  runEnds: {
    ended: "The run of FLOW came to its end.",
    replaced: "The run of FLOW was replaced.",
    stopped: "The run of FLOW was stopped.",
    unanswered: "The run of FLOW ended: the customer has not answered the private reply.",
    moved: "The run of FLOW goes on under the customer's other id.",
    taken_over: "The run of FLOW waited for a model, and ended since a person has taken over.",
  },
  failed: "The run of FLOW failed at step STEP: REASON.",
  failures: {
    too_many_steps: "it took more than 100 steps without waiting",
    too_many_messages: "it sent more than 100 messages without waiting",
    too_much_work: "it compared and filled in more text than is allowed in one turn",
    too_many_turns: "it went on 500 times without input from the customer",
    nested_too_deep: "more than 25 flows waited for each other to return",
    too_many_sequences:
      "it started too many sequences or flows beside the conversation without input from the customer",
    text_too_long: "a text grew too long once its variables were filled in",
    flow_missing: "the flow it leads to is not chosen, not published, switched off or in the trash",
    step_missing: "there is no such step",
    document_missing: "that version of the flow is gone",
  },
  unknownVariable: "There is no value for {{NAME}}: it was left empty.",
  unsendable: "A message was not sent: REASON.",
  unsendables: {
    empty_text: "empty text",
    empty_cards: "empty cards",
    text_too_long: "text too long",
    wrong_price: "a price is no amount of its currency",
  },
  skips: {
    unknown_tag: "A tag is not chosen, or gone",
    unknown_field: "The page has no such field",
    value_unfit: "The value does not fit the field, which stays as it was",
    no_date: "The field holds no date, so there was nothing to wait for",
    no_value: "The answer holds no such value, so the field stays as it was",
    flow_missing: "The flow is not chosen, not published, switched off or in the trash",
    sequence_runs: "It was running already",
    sequence_missing: "The sequence is not chosen, switched off or gone",
    sequence_not_for_them: "The customer has a tag with which nobody is in the sequence",
    no_platform_inbox: "The channel has no inbox of its own, so that the team is asked for a person",
  },
  goal: "The customer has reached the goal NAME.",
  worthyGoal: "The customer has reached the goal NAME, worth VALUE.",
  atStep: " (step STEP)",
  sequenceDeeds: {
    entered: "The customer entered the sequence SEQUENCE.",
    answered: "The customer answered after step STEP of the sequence SEQUENCE.",
    skipped: "Step STEP of the sequence SEQUENCE was not sent: REASON.",
    left: "The customer left the sequence SEQUENCE: REASON.",
    finished: "The customer has had all of the sequence SEQUENCE.",
  },
  sequenceReasons: {
    asked: "a flow, a rule, a program or a person took them out",
    reply: "they have answered",
    tag: "they have a tag that ends it",
    goal: "they have reached a goal that ends it",
    flow_missing: "its flow is not chosen, not published, switched off or in the trash",
  },
  ruleDeeds: {
    done: "The rule RULE did what it says.",
    later: "The rule RULE may not write to the customer now, and does so later.",
    withheld: "The rule RULE did not start its flow: REASON.",
    failed: "The rule RULE failed: REASON.",
    looped: "The rule RULE was stopped: it would have set itself off again.",
  },
  refusals: {
    paused: "a person has taken over, or the bot is paused",
    blocked: "the customer is blocked",
    unreachable: "the customer cannot be reached",
    unsubscribed: "the customer has refused the page's news",
    not_subscribed: "the page asks customers for their consent, and this one has not given it",
    outside_window: "the customer has not written for longer than the platform allows",
    too_many: "the customer has had as many such messages this week as the page allows",
  },
  rules: {
    tag: { yes: "the customer has the tag TAG", no: "the customer does not have the tag TAG" },
    noTag: "no tag is chosen",
    fields: {
      equals: { yes: "FIELD is “FOUND”", no: "FIELD is “FOUND” and not “VALUE”" },
      contains: { yes: "“VALUE” is in FIELD (“FOUND”)", no: "“VALUE” is not in FIELD (“FOUND”)" },
      begins: { yes: "FIELD begins with “VALUE” (“FOUND”)", no: "FIELD does not begin with “VALUE” (“FOUND”)" },
      ends: { yes: "FIELD ends with “VALUE” (“FOUND”)", no: "FIELD does not end with “VALUE” (“FOUND”)" },
      greater: { yes: "FIELD is “FOUND”, above “VALUE”", no: "FIELD is “FOUND”, not above “VALUE”" },
      less: { yes: "FIELD is “FOUND”, below “VALUE”", no: "FIELD is “FOUND”, not below “VALUE”" },
      is_set: { yes: "FIELD is known (“FOUND”)", no: "FIELD is not known" },
    },
    time: { yes: "it was within the hours", no: "it was not within the hours" },
    channel: { yes: "the channel is one of those named", no: "the channel is none of those named" },
    locale: { yes: "the language is one of those named (FOUND)", no: "the language is none of those named (FOUND)" },
    noLocale: "the language is not known",
    lastActive: { yes: "last active on DATE, within DAYS days", no: "last active on DATE, more than DAYS days ago" },
    neverActive: "the customer has never written or pressed anything",
    firstSeen: { yes: "first seen on DATE, within DAYS days", no: "first seen on DATE, more than DAYS days ago" },
    source: { yes: "the customer came by this way (FOUND)", no: "the customer came by another way (FOUND)" },
    noSource: "it is not known how the customer came",
    received: { yes: "the customer received WHAT", no: "the customer did not receive WHAT" },
    pressed: { yes: "the customer pressed a button in WHAT", no: "the customer pressed no button in WHAT" },
    anyFlow: "any message",
    flow: "a message of the flow “FLOW”",
    stepOfFlow: "the step “STEP” of the flow “FLOW”",
    withinDays: " within DAYS days",
    sequence: {
      yes: "the customer is in the sequence “SEQUENCE”",
      no: "the customer is not in the sequence “SEQUENCE”",
    },
    noSequence: "no sequence is chosen",
    subscription: {
      subscribed: { yes: "the customer wants the page's news", no: "the customer has not asked for the page's news" },
      unsubscribed: {
        yes: "the customer has refused the page's news",
        no: "the customer has not refused the page's news",
      },
    },
    reach: {
      open: { yes: "a free message can be sent now", no: "no free message can be sent now" },
      unreachable: { yes: "the customer cannot be reached", no: "the customer can be reached" },
      blocked: { yes: "the customer is blocked", no: "the customer is not blocked" },
    },
  },
  calls: {
    blocked_address: "its address is not allowed",
    timeout: "there was no answer in time",
    too_large: "the answer was too large",
    unreachable: "the server could not be reached",
    status: "the server answered with an error",
    secret_missing: "the page has no secret of the name it needs",
    secret_not_for_host: "a secret that it needs is not for the host it calls",
    not_json: "the answer was not JSON",
  },
  ai: aiWords,
};
