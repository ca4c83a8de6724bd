import { createHash } from "node:crypto";
import { evaluatedPart } from "@banter/core/flow/ai/evaluated-step.ts";
import type { EvaluationTarget } from "@banter/core/flow/ai/evaluation.ts";
import type { ParsedDocument } from "@banter/core/flow/document/document.ts";
import { type Flow, findFlow } from "../../store/catalog/flows.ts";
import type { Db } from "../../store/db/db.ts";
import type { EvaluationHead } from "../../store/evaluations/evaluations.ts";

/** The part of a document that an evaluation runs. Results with another hash are of an earlier state. */
export type EvaluatedPart = { document: ParsedDocument; hash: string };
export type EvaluatedParts = Record<EvaluationTarget, EvaluatedPart | undefined>;

/** Of the flow's draft, and of the version that customers get. */
export async function partsOf(
  db: Db,
  pageId: string,
  { flowId, step }: Pick<EvaluationHead, "flowId" | "step">,
): Promise<EvaluatedParts> {
  const flow = flowId === null ? undefined : await findFlow(db, pageId, flowId);
  if (!flow || flow.isTrashed) return { draft: undefined, live: undefined };
  return { draft: partOf(flow.draft, step), live: partOf(flow.published, step) };
}

export function partOf(document: Flow["draft"], step: string): EvaluatedPart | undefined {
  const part = evaluatedPart(document, step);
  if (!part) return undefined;
  // A parsed step has its settings in the order of its schema.
  const hash = createHash("sha256")
    .update(JSON.stringify([...part.steps]))
    .digest("hex");
  return { document: part, hash };
}
