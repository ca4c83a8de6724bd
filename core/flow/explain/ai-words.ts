import type { ModelFailure } from "../ai/model-reply.ts";
import type { ToolVerdict } from "../trace.ts";

/** The sentences about AI steps. Words in capitals are placeholders. */
export type AiWords = {
  /** A call of a model. */
  call: string;
  notAsked: string;
  passages: string;
  passage: string;
  noPassages: string;
  cites: string;
  instructions: string;
  tool: string;
  verdicts: Record<ToolVerdict, string>;
  /** Why the step was left by this exit, or there is no answer. */
  reasons: Record<Exclude<ModelFailure, SameAsCalls> | AiReason, string>;
};

/** Said of any call. */
export type SameAsCalls =
  | "blocked_address"
  | "timeout"
  | "too_large"
  | "unreachable"
  | "secret_missing"
  | "secret_not_for_host";

type AiReason = "too_many_rounds" | "handed_over" | "nothing_known" | "not_sure" | "not_cited";

export const english: AiWords = {
  call: "The model MODEL was asked: INPUT tokens in, OUTPUT out, cost COST, TIME ms.",
  notAsked: "No model was asked.",
  passages: "It was shown: PASSAGES.",
  passage: "SOURCE, HEADING (SCORE)",
  noPassages: "Nothing in the page's knowledge fitted the question.",
  cites: "Its answer comes from: PASSAGES.",
  instructions: "Its instructions were: “TEXT”.",
  tool: "It wanted to use TOOL: VERDICT.",
  verdicts: {
    done: "done",
    not_allowed: "refused, since the step does not allow it",
    bad_arguments: "refused, since its values do not fit",
    gone: "refused, since what it names is gone",
    one_at_a_time: "refused, since another service was asked at the same time",
    not_needed: "left out, since the model had answered already",
  },
  reasons: {
    model_missing: "no model is chosen, or it was deleted",
    key_refused: "the model's server does not take the key",
    model_unknown: "the server does not have this model",
    call_refused: "the model's server did not understand the call",
    throttled: "the model's server got too many calls",
    no_credit: "the account at the model's server has no credit left",
    overloaded: "the model's server has failed or is overloaded",
    redirected: "the model's server led to another address",
    cut_off: "the model's answer was cut off",
    malformed: "the model's answer could not be used",
    declined: "the model would not answer",
    too_long: "the model's answer was too long",
    limit_customer_day: "the customer's limit for today is reached",
    limit_page_day: "the page's limit for today is reached",
    limit_page_month: "the page's limit for this month is reached",
    forbidden_words: "the model's answer held words that the bot must never say",
    too_many_rounds: "the model used tools again and again, and did not answer",
    handed_over: "the model asked for a person",
    nothing_known: "the page's knowledge holds nothing about it",
    not_sure: "the model was not sure",
    not_cited: "the model's answer named no passage of the page's knowledge",
  },
};
