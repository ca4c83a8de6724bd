import { z } from "zod";

const Days = z.int().min(1).max(3650).nullable();

/** For how many days a page keeps its data; null: for ever. */
export const RetentionSettings = z.strictObject({
  /** Messages that the page has sent. */
  messages_days: Days,
  /** Turns: the messages, presses and other events of customers. */
  turns_days: Days,
  /** Traces: the explanations of replies. */
  traces_days: Days,
  /** Visitors of a web chat who have never written. */
  visits_days: Days,
  /** Entries of the audit log that name the page. */
  audit_days: Days,
});
export type RetentionSettings = z.infer<typeof RetentionSettings>;

/** Those of a page whose owner has set nothing. */
export const defaultRetention: RetentionSettings = {
  messages_days: null,
  turns_days: null,
  traces_days: 30,
  visits_days: 30,
  audit_days: null,
};
