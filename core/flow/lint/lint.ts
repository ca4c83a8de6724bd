import { plainFaultsOf } from "../../model/faults.ts";
import { isObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { FlowDocument, maxSteps } from "../document/document.ts";
import { faultsOfJson } from "../json-limits.ts";
import { type Finding, type LintContext, type Problem, severityOf } from "../problem.ts";
import { lintGraph } from "./graph.ts";
import { lintHandOvers, lintPlatformInbox } from "./hand-overs.ts";
import { lintPayments } from "./payments.ts";
import { lintReferences } from "./references.ts";
import { lintSecrets } from "./secrets.ts";
import { lintSteps } from "./steps.ts";
import { lintTexts } from "./texts.ts";

/** Lists the problems of a document or draft. Errors, which forbid publishing, come first. */
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
    // start_missing reports it better.
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
    ...lintHandOvers(document.steps, context),
    ...lintPlatformInbox(document.steps, context),
    ...lintPayments(document.steps, context),
    ...lintReferences(document, context),
    ...lintTexts(document, context),
    ...lintSecrets(document, context),
  ];
}
