/** One number that rises. `at` is the quarter of an hour, in epoch seconds: every zone's hours begin with one. */
export type CountRow = { page_id: string; what: string; key: string; at: number; count: number };
export type StepRow = { page_id: string; flow_id: number; step: string; exit: string; at: number; count: number };
export type UnmatchedRow = { page_id: string; id: number; at: number };
/** A reply of a person. `at` is in epoch milliseconds; without a user it was written in the platform's own inbox. */
export type ReplyRow = { page_id: string; id: number; psid: string; at: number; user_id: string | null };
