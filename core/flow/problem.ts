import type { ChannelType } from "../channels/index.ts";
import type { NotificationKind } from "../model/notification.ts";

/** Every problem that a document can have. A document with an error cannot be published. */
export const severityOf = {
  invalid: "error",
  start_missing: "error",
  step_missing: "error",
  endless_loop: "error",
  model_unset: "error",
  model_missing: "error",
  source_unset: "error",
  source_missing: "error",
  request_loop: "warning",
  unreachable: "warning",
  dead_end: "warning",
  next_unused: "warning",
  empty_note: "warning",
  flow_unset: "warning",
  flow_missing: "warning",
  flow_trashed: "warning",
  flow_unpublished: "warning",
  flow_off: "warning",
  tag_unset: "warning",
  tag_missing: "warning",
  field_unset: "warning",
  field_missing: "warning",
  sequence_unset: "warning",
  sequence_missing: "warning",
  unknown_variable: "warning",
  fallback_missing: "warning",
  text_too_long: "warning",
  provider_missing: "warning",
  nobody_told: "warning",
  no_platform_inbox: "warning",
  secret_missing: "warning",
  secret_misplaced: "warning",
  secret_not_for_host: "warning",
  credential_typed: "warning",
} as const;
export type LintCode = keyof typeof severityOf;

/** `path` is a JSON pointer. `message` continues a sentence about the value there: "must be …", "is …". */
export type Finding = { code: LintCode; step?: string; path: string; message: string };
export type Problem = Finding & { severity: (typeof severityOf)[LintCode] };

/** The flows, tags and fields of the page, to check references by. */
export type LintContext = {
  flows: ReadonlyMap<number, { name: string; isPublished: boolean; isTrashed: boolean; isOff?: boolean }>;
  tags: ReadonlyMap<number, string>;
  /** Custom fields. */
  fields: ReadonlyMap<number, string>;
  /** Undefined: unknown. */
  sequences?: ReadonlyMap<number, string> | undefined;
  /** Models that answer, and sources of knowledge. Undefined: unknown. */
  models?: ReadonlyMap<number, string> | undefined;
  sources?: ReadonlyMap<number, string> | undefined;
  /** The hosts of the page's secrets, by name. Undefined: unknown. */
  secrets?: ReadonlyMap<string, readonly string[]> | undefined;
  channel?: ChannelType | undefined;
  /** The kinds of notifications that reach somebody outside of the console. Undefined: unknown. */
  reachedKinds?: readonly NotificationKind[] | undefined;
  /** False if the page's channel takes payments, and the page has no payment provider. Undefined: unknown. */
  hasPaymentProvider?: boolean | undefined;
  /** The flow whose document this is. */
  flowId?: number | undefined;
};
