import type { FailureReason, SkipReason, TurnOutcome, ValueSource, Verdicts } from "./trace.ts";

// What traces are told in. In capitals: what the trace puts in.

export const exits: Record<string, string> = {
  wait: "waits here",
  goto: "went to another flow",
  end: "ended here",
  failed: "failed here",
};

export const sources: Record<ValueSource, string> = {
  payload: "from the call that sent the flow",
  customer: "known of the customer",
  page: "of the page",
  built_in: "made when it was needed",
};

export const outcomes: Record<TurnOutcome, string> = {
  started: "So the flow was started.",
  answered: "So the answer was taken.",
  asked_again: "So the question was asked again.",
  gave_up: "So the question was given up.",
  went_on: "The wait was over, and the flow went on.",
  sent: "The content of a call was sent.",
  contact_kept: "So it was kept, and nothing was answered.",
  paused: "So nothing was answered.",
  held: "A wait was over, but a person has taken over: the flow goes on when the conversation is given back.",
  taken_over: "A person has taken over.",
  given_back: "The conversation was given back to the bot.",
  void: "The flow had moved on, so nothing was done.",
  failed: "A flow failed, and was ended.",
  nothing: "So nothing was answered.",
};

export const verdicts: { [On in keyof Verdicts]: Record<Verdicts[On], string> } = {
  pause: { paused: "A person has taken over, or the bot is paused." },
  press: {
    flow: "What was pressed leads to FLOW.",
    step: "What was pressed leads to step STEP of FLOW.",
    text: "What was pressed stands for its words, as if they had been written.",
    nowhere: "What was pressed leads nowhere: no flow is chosen for it.",
    flow_gone: "What was pressed leads to FLOW, which is not published or in the trash.",
    step_gone: "What was pressed leads to step STEP of FLOW, which is not there any more: its words count as written.",
  },
  referral: {
    flow: 'The link "REF" leads to FLOW.',
    unknown: 'No published tool has the link "REF".',
    flow_gone: 'The tool of the link "REF" has no flow that is published.',
  },
  question: {
    fits: "The question at step STEP of FLOW was waiting, and this is an answer to it.",
    unfit: "The question at step STEP of FLOW was waiting, but this is no answer to it.",
  },
  keyword: {
    matched: "The keyword KEYWORD matched (RANK): it leads to FLOW.",
    none: "No keyword matched.",
    no_text: "There were no words for a keyword to match.",
    flow_gone: "The keyword KEYWORD matched, but its flow is not published or in the trash.",
  },
  contact: {
    phone: "A quick reply had asked for a telephone number, and this is one.",
    email: "A quick reply had asked for an e-mail address, and this is one.",
  },
  welcome: {
    started: "The customer wrote for the first time: FLOW is the welcome.",
    flow_gone: "The customer wrote for the first time, but the welcome is not published or in the trash.",
    busy: "The customer wrote for the first time, but FLOW was still speaking.",
  },
  default_reply: {
    started: "Nothing else took it: FLOW is the default reply.",
    flow_gone: "Nothing else took it, but the default reply is not published or in the trash.",
    busy: "Nothing else took it, and FLOW was still speaking.",
    too_soon: "Nothing else took it, and the default reply was given not long ago.",
    none: "Nothing else took it, and there is no default reply.",
  },
};

export const failures: Record<FailureReason, string> = {
  too_many_steps: "it took more than 100 steps without waiting",
  too_many_turns: "it went on 500 times without a word of the customer",
  nested_too_deep: "more than 25 flows waited for each other to return",
  too_many_sequences: "it started more sequences than may be started without a word of the customer",
  text_too_long: "a text grew too long once its variables were filled in",
  flow_missing: "the flow it leads to is not chosen, not published or in the trash",
  step_missing: "there is no such step",
  document_missing: "that version of the flow is gone",
  cannot_run: "steps of this type cannot run yet",
};

export const skips: Record<SkipReason, string> = {
  unknown_tag: "A tag is not chosen, or gone",
  unknown_field: "The page has no such field",
  value_unfit: "The value does not fit the field, which stays as it was",
  no_date: "The field holds no date, so there was nothing to wait for",
  no_value: "The answer holds no such value, so the field stays as it was",
  flow_missing: "The flow is not chosen, not published or in the trash",
  sequence_runs: "The sequence was running already",
};
