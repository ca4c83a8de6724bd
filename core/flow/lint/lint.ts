import type { ChannelType } from "../../model/channel.ts";
import { plainFaultsOf } from "../../model/faults.ts";
import { isObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { FlowDocument, maxSteps } from "../document/document.ts";
import { faultsOfJson } from "../json-limits.ts";
import { lintGraph } from "./graph.ts";
import { lintReferences } from "./references.ts";
import { lintSteps } from "./steps.ts";
import { lintTexts } from "./texts.ts";

/** Everything that can be wrong with a document, and whether it may be published all the same. */
export const severityOf = {
  invalid: "error",
  start_missing: "error",
  step_missing: "error",
  endless_loop: "error",
  ai_unavailable: "error",
  request_loop: "warning",
  unreachable: "warning",
  dead_end: "warning",
  next_unused: "warning",
  empty_note: "warning",
  flow_unset: "warning",
  flow_missing: "warning",
  flow_trashed: "warning",
  flow_unpublished: "warning",
  tag_unset: "warning",
  tag_missing: "warning",
  field_unset: "warning",
  field_missing: "warning",
  unknown_variable: "warning",
  text_too_long: "warning",
} as const;
export type LintCode = keyof typeof severityOf;

/** `path` is a JSON pointer; `message` says of what stands there what it must be, or is. */
export type Finding = { code: LintCode; step?: string; path: string; message: string };
export type Problem = Finding & { severity: (typeof severityOf)[LintCode] };

/** What the page has, for judging what a document names. */
export type LintContext = {
  flows: ReadonlyMap<number, { name: string; isPublished: boolean; isTrashed: boolean }>;
  tags: ReadonlyMap<number, string>;
  /** Custom fields. */
  fields: ReadonlyMap<number, string>;
  channel?: ChannelType | undefined;
  /** The flow whose document this is. */
  flowId?: number | undefined;
};

/** Judges a document, draft or not; errors come first and forbid publishing. */
export function lint(document: unknown, context: LintContext): Problem[] {
  const findings = [...lintForm(document), ...lintMeaning(document, context)];
  const problems = findings.map((finding): Problem => ({ severity: severityOf[finding.code], ...finding }));
  return problems.sort((one, other) => Number(one.severity === "warning") - Number(other.severity === "warning"));
}

const maxFormFindings = 100;

function lintForm(document: unknown): Finding[] {
  const parsed = FlowDocument.safeParse(document);
  if (parsed.success) return [];
  return plainFaultsOf(parsed.error, maxFormFindings).flatMap(({ path, message }): Finding[] => {
    const [section, step] = path;
    // Said once, and better, by start_missing.
    if (section === "start") return [];
    const where = section === "steps" && typeof step === "string" ? { step } : {};
    return [{ code: "invalid", ...where, path: pointer(path), message }];
  });
}

function lintMeaning(document: unknown, context: LintContext): Finding[] {
  if (!isObject(document) || !isObject(document.steps) || faultsOfJson(document).length > 0) return [];
  if (Object.keys(document.steps).length > maxSteps) return [];
  return [
    ...lintGraph(document.start, document.steps, context),
    ...lintSteps(document.steps),
    ...lintReferences(document, context),
    ...lintTexts(document, context),
  ];
}
