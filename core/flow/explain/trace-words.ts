import type { Rank } from "../../match/needle.ts";
import type { Happening } from "../happenings/happening.ts";
import type { UnsendableReason } from "../outgoing.ts";
import type { RequestAnswer } from "../request-answer.ts";
import type { FailureReason, RunEnd, SkipReason, TurnOutcome, ValueSource, Verdicts } from "../trace.ts";
import type { RuleWords } from "./explain-rule.ts";

/** The sentences of one language that explain a trace. Words in capitals are placeholders. */
export type TraceWords = {
  flow: string;
  someFlow: string;
  visit: string;
  /** For a step with a name, which needs no flow and version beside it. */
  namedVisit: string;
  leftBy: string;
  withReason: string;
  exits: Record<"wait" | "goto" | "end" | "failed", string>;
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
  rules: RuleWords;
  /** Why a call to another server failed. */
  calls: Record<Extract<RequestAnswer, { ok: false }>["reason"] | "not_json", string>;
};

export const english: TraceWords = {
  flow: "the flow FLOW",
  someFlow: "a flow",
  visit: "Step STEP of FLOW (version VERSION): RESULT.",
  namedVisit: "Step STEP: RESULT.",
  leftBy: 'left by "EXIT"',
  withReason: "RESULT, because REASON",
  exits: {
    wait: "waits here",
    goto: "went to another flow",
    end: "ended here",
    failed: "failed here",
  },
  value: '{{NAME}} was "VALUE", SOURCE.',
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
    consent_kept: "The customer's consent to advertising was stored.",
    form_kept: "The visitor's answers were stored.",
    edited: "A person changed the customer's data.",
    blocked: "A person blocked the customer.",
    unblocked: "A person unblocked the customer.",
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
  },
  failed: "The run of FLOW failed at step STEP: REASON.",
  failures: {
    too_many_steps: "it took more than 100 steps without waiting",
    too_many_messages: "it sent more than 100 messages without waiting",
    too_much_work: "it compared and filled in more text than is allowed in one turn",
    too_many_turns: "it went on 500 times without input from the customer",
    nested_too_deep: "more than 25 flows waited for each other to return",
    too_many_sequences: "it started too many sequences without input from the customer",
    text_too_long: "a text grew too long once its variables were filled in",
    flow_missing: "the flow it leads to is not chosen, not published, switched off or in the trash",
    step_missing: "there is no such step",
    document_missing: "that version of the flow is gone",
    cannot_run: "steps of this type cannot run yet",
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
    sequence_runs: "The sequence was running already",
    no_platform_inbox: "The channel has no inbox of its own, so that the team is asked for a person",
  },
  atStep: " (step STEP)",
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
};
