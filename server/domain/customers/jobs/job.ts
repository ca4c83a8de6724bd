import type { ImportTarget } from "@banter/core/api/management/customer-jobs.ts";
import type { CustomerFilter } from "@banter/core/api/management/customers.ts";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import type { StoredJob } from "../../../store/customers/customer-jobs.ts";
import type { CustomerEdit } from "../edits.ts";

/** The change that a bulk job makes to each customer. */
export type BulkAction =
  | { type: "add_tag" | "remove_tag"; tagId: number; name: string }
  | { type: "set_field"; field: string; value: string }
  | { type: "block" | "unblock" }
  | { type: "enter_sequence" | "leave_sequence"; sequenceId: number; name: string }
  /** The day of a rule of dates. */
  | { type: "run_rule"; ruleId: number; day: string; name: string };

/** The customers of a bulk job: those named, or all who meet a filter or a segment's condition. */
export type JobCustomers = { psids: string[] } | { filter: CustomerFilter } | { condition: SegmentCondition };

export type BulkSpec = {
  type: "bulk";
  action: BulkAction;
  psids?: string[];
  filter?: CustomerFilter;
  condition?: SegmentCondition;
};
export type ImportSpec = {
  type: "import";
  name: string;
  columns: { name: string; samples: string[] }[];
  mapping: (ImportTarget | null)[];
};
/** `of` is the job that it takes back. */
export type UndoSpec = { type: "undo"; of: number; subject: string | null };

export type JobSpec = BulkSpec | ImportSpec | UndoSpec;
export type Job<Spec extends JobSpec = JobSpec> = StoredJob<Spec>;

/** A change of one customer: the mail that makes it. */
export type Edit =
  | ({ type: "edit"; isNew?: true } & CustomerEdit)
  | { type: "block" }
  | { type: "unblock" }
  | { type: "enter_sequence" | "leave_sequence"; sequenceId: number }
  | { type: "run_rule"; ruleId: number; day: string }
  /** Of a contact: it is the customer `to`. */
  | { type: "join"; to: string }
  /** Of a contact that the job had made. */
  | { type: "erase" };

/** One batch of a job: what it found and what it will change. `position` null: the job is at its end. */
export type Batch = {
  position: string | null;
  done: number;
  created: number;
  changes: { psid: string; edit: Edit; undo: Edit | null }[];
  /** Lines of a file that cannot be imported; null for those that can. */
  rows: { line: number; error: string | null }[];
};

export const undoHours = 24;
