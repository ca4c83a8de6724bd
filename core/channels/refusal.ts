/**
 * The meaning of error codes of a platform. `failure` is one of the reasons for which a message is not sent; `sent`: it
 * was sent in spite of the error. `en` and `vi` tell the page's owner what has happened and what to do.
 */
export type CodeMeaning = {
  codes: readonly string[];
  failure:
    | "platform_error"
    | "throttled"
    | "rejected"
    | "blocked_by_customer"
    | "outside_window"
    | "bad_settings"
    | "comment_answered"
    | "comment_closed"
    | "comment_gone"
    | "sent";
  /** Only messages to this customer must wait, not all of the page. */
  scope?: "customer";
  /** A second attempt often helps, a third never: the message is tried once more and then given up. */
  mayRetryOnce?: true;
  /** The customer has ended the subscription to the page's news at the platform. */
  isUnsubscribed?: true;
  en: string;
  vi: string;
};

/** Refusals by each of their codes. */
export const byCode = <R extends CodeMeaning>(refusals: readonly R[]): ReadonlyMap<string, R> =>
  new Map(refusals.flatMap((refusal) => refusal.codes.map((code) => [code, refusal] as const)));
