import { z } from "zod";
import { Id, WireId } from "../../model/id.ts";
import { FieldName } from "../../model/names.ts";
import { anyText } from "../../model/text.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { CustomerFilter } from "./customers.ts";
import { inPage } from "./pages.ts";

const Done = z.strictObject({});
const inJob = inPage.extend({ job_id: WireId });

/** The largest file of an import, and its most lines. */
export const maxImportBytes = 20 * 1024 * 1024;
export const maxImportRows = 200_000;

/** Columns of a file become these: `field:` and a custom field's name, or `tag` for names of tags between commas. */
export const ImportTarget = z.union([
  z.enum([
    "psid",
    "first_name",
    "last_name",
    "name",
    "email",
    "phone",
    "address",
    "gender",
    "locale",
    "timezone",
    "tag",
  ]),
  z.templateLiteral(["field:", z.string().max(64)]),
]);
export type ImportTarget = z.infer<typeof ImportTarget>;

/** A target for each column, in order; null leaves the column out. */
const Mapping = z.array(ImportTarget.nullable()).min(1).max(200);

export const CustomerJob = z.strictObject({
  id: Id,
  kind: z.enum(["bulk", "import", "undo"]),
  /** An import is a draft until it is checked, and checked until it is started. */
  state: z.enum(["draft", "checking", "checked", "running", "done", "failed", "stopped"]),
  /** In a word: what a bulk change does, the name of a file. */
  action: z.enum([
    "add_tag",
    "remove_tag",
    "set_field",
    "block",
    "unblock",
    "enter_sequence",
    "leave_sequence",
    "run_rule",
    "import",
    "undo",
  ]),
  /** The name of the tag, the field, the sequence or the rule, or the file's. */
  subject: z.string().nullable(),
  /** How many customers or lines there are, if it is known, and how many are done. */
  total: z.int().nullable(),
  done: z.int(),
  changed: z.int(),
  created: z.int(),
  failed: z.int(),
  error: z.string().nullable(),
  user: z.string().nullable(),
  created_at: Time,
  finished_at: Time.nullable(),
  /** Until when it can be undone; null if it cannot. */
  undo_until: Time.nullable(),
  /** It has failed and can go on where it failed. */
  can_resume: z.boolean(),
  /** Only of an import that has not started: its columns. */
  columns: z
    .array(z.strictObject({ name: z.string(), samples: z.array(z.string()), target: ImportTarget.nullable() }))
    .nullable(),
});
export type CustomerJob = z.infer<typeof CustomerJob>;

const Action = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("add_tag"), tag_id: WireId }),
  z.strictObject({ type: z.literal("remove_tag"), tag_id: WireId }),
  /** An empty value clears the field. */
  z.strictObject({ type: z.literal("set_field"), field: FieldName, value: anyText(5000) }),
  z.strictObject({ type: z.literal("block") }),
  z.strictObject({ type: z.literal("unblock") }),
]);

/** Changes of many customers: they run in the background, on any server, and go on after one has ended. */
export const customerJobs = {
  "GET /pages/:page_id/customer_jobs": {
    scope: "page",
    permission: "look",
    summary: "List jobs",
    description: "The page's newest 50 changes of many customers, newest first.",
    params: inPage,
    reply: z.strictObject({ jobs: z.array(CustomerJob) }),
  },
  "GET /pages/:page_id/customer_jobs/:job_id": {
    scope: "page",
    permission: "look",
    summary: "Get a job",
    description: "How far a job is.",
    params: inJob,
    reply: CustomerJob,
  },
  "POST /pages/:page_id/customer_jobs": {
    scope: "page",
    permission: "build",
    audit: "customers_changed",
    summary: "Change many customers",
    description:
      "Starts a job that changes the named customers, or all that match a filter: those who match when the job comes to them.",
    params: inPage,
    body: z.strictObject({
      action: Action,
      customers: z.union([
        z.strictObject({ psids: z.array(z.string().min(1).max(200)).min(1).max(10_000) }),
        z.strictObject({ filter: CustomerFilter }),
      ]),
    }),
    reply: CustomerJob,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/customer_jobs/:job_id/undo": {
    scope: "page",
    permission: "build",
    audit: "customer_job_undone",
    summary: "Undo a job",
    description:
      "Starts a job that takes back what another has changed, within 24 hours. A value that somebody has changed since stays. A job that was stopped or has failed can be undone too. Customers whom an import has made stay; contacts that nobody has changed since are erased.",
    params: inJob,
    reply: CustomerJob,
    errors: ["conflict"],
  },
  "POST /pages/:page_id/customer_jobs/:job_id/resume": {
    scope: "page",
    permission: "build",
    audit: "customer_job_resumed",
    summary: "Resume a failed job",
    description: "Lets a job that has failed go on where it failed. What it has done is not done again.",
    params: inJob,
    reply: CustomerJob,
    errors: ["conflict"],
  },
  "POST /pages/:page_id/customer_jobs/:job_id/stop": {
    scope: "page",
    permission: "build",
    audit: "customer_job_stopped",
    summary: "Stop a job",
    description: "Stops a job, or throws an import away that has not started. What is done stays and can be undone.",
    params: inJob,
    reply: CustomerJob,
    errors: ["conflict"],
  },
  "POST /pages/:page_id/customer_imports": {
    scope: "page",
    permission: "build",
    audit: "customer_file_uploaded",
    summary: "Upload a file of customers",
    takesFile: true,
    fileType: "text/csv",
    description:
      "The body is a CSV file; `x-file-name` is its name, percent-encoded. It is UTF-8, with commas, semicolons or tabs, the first line naming the columns, up to 20 MB and 200,000 rows of at most 1 MB, 200 columns and 5,000 characters a cell. A file that breaks off or cannot be read leaves nothing behind. Nothing is changed yet. The reply has the columns with a suggested target for each.",
    params: inPage,
    reply: CustomerJob,
    errors: ["file_too_large", "unsupported_media_type"],
  },
  "POST /pages/:page_id/customer_jobs/:job_id/check": {
    scope: "page",
    permission: "build",
    audit: "customer_import_checked",
    summary: "Check an import",
    description:
      "Starts a dry run: how many customers the file would create and change, and an error for each line that cannot be imported.",
    params: inJob,
    body: z.strictObject({ mapping: Mapping }),
    reply: CustomerJob,
    errors: ["conflict"],
  },
  "POST /pages/:page_id/customer_jobs/:job_id/start": {
    scope: "page",
    permission: "build",
    audit: "customer_import_started",
    summary: "Start an import",
    description: "Imports a file that has been checked. Lines with errors are left out.",
    params: inJob,
    reply: CustomerJob,
    errors: ["conflict"],
  },
  "GET /pages/:page_id/customer_jobs/:job_id/errors": {
    scope: "page",
    permission: "build",
    summary: "List an import's errors",
    description:
      "Lines that cannot be or were not imported, in order, at most 100. `next` is the `after` of the next page.",
    params: inJob,
    query: z.strictObject({ after: z.coerce.number().int().min(0).default(0) }),
    reply: z.strictObject({
      errors: z.array(z.strictObject({ line: z.int(), error: z.string(), cells: z.array(z.string()) })),
      next: z.int().nullable(),
    }),
  },
  "GET /pages/:page_id/customer_jobs/:job_id/error_groups": {
    scope: "page",
    permission: "build",
    summary: "List an import's errors by kind",
    description:
      "Equal errors together, the most frequent first, at most 50. Each has the number of its lines, and the first 20 of them.",
    params: inJob,
    reply: z.strictObject({
      groups: z.array(
        z.strictObject({
          error: z.string(),
          count: z.int(),
          lines: z.array(z.strictObject({ line: z.int(), cells: z.array(z.string()) })),
        }),
      ),
    }),
  },
  "DELETE /pages/:page_id/customer_jobs/:job_id": {
    scope: "page",
    permission: "build",
    audit: "customer_job_deleted",
    summary: "Delete a job",
    description: "Removes a job that has ended from the list, with its file's errors. It can no longer be undone.",
    params: inJob,
    reply: Done,
    errors: ["conflict"],
  },
} satisfies ManagementContract;
