import { maskSecrets } from "@banter/core/flow/document/secret-values.ts";
import { AppError, type Fault } from "@banter/core/model/error.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import type { Model } from "../../../store/models/models.ts";
import { getFlow, lintContext } from "../../catalog/flows.ts";
import type { ClientDeps } from "../client.ts";
import { callForMember, getChatModel, type Refused } from "../member-call.ts";
import type { ChatMessage } from "../protocols/protocol.ts";
import { flowRequest } from "./flow-prompt.ts";
import { judgeFlow, type Proposed } from "./judge-flow.ts";
import { type PageNames, readNames, withNames } from "./page-names.ts";

/** The model was told its faults, and still writes nothing that could run. */
type Useless = { ok: false; reason: "useless_draft"; faults: Fault[] };

/** How often a model is asked before its answer is given up. */
const maxTries = 3;
const maxFaults = 20;

/**
 * A draft from the owner's words: a new flow, or a change of one. It passes the same checks as a draft that is saved and
 * published, and nothing is stored.
 */
export async function proposeFlow(
  deps: ClientDeps,
  pageId: string,
  { text, flowId }: { text: string; flowId: number | undefined },
): Promise<({ ok: true } & Proposed) | Useless | Refused> {
  const { db } = deps;
  const flow = flowId === undefined ? undefined : await getFlow(db, pageId, flowId);
  const model = withRoom(await getChatModel(deps, pageId));
  const names = await readNames(db, pageId);
  const context = { ...(await lintContext(db, pageId)), flowId };
  const around = { description: text, flow, names, context };
  const request = flowRequest(text, names, flow && shownDraft(flow.draft, names));
  const messages: ChatMessage[] = [...request.messages];
  for (let tries = 1; ; tries++) {
    const call = { model, request: { ...request, messages: [...messages] } };
    const written = await callForMember(deps, pageId, { ...call, isForCustomer: true, isWhole: true });
    if (!written.ok) return written;
    const { faults, proposed } = judgeFlow(written.text, around);
    const isLast = tries === maxTries;
    if (proposed && (faults.length === 0 || isLast)) return { ok: true, ...proposed };
    const told = faults.slice(0, maxFaults);
    if (isLast) return { ok: false, reason: "useless_draft", faults: told };
    messages.push({ from: "page", text: written.text }, { from: "customer", text: correction(told) });
  }
}

/** A flow takes more room than an answer to a customer. */
export const withRoom = (model: Model): Model => ({
  ...model,
  max_tokens: Math.max(model.max_tokens, 8000),
  timeout_seconds: 120,
});

/** Longer flows do not fit into the answers of most models. */
const maxLength = 60_000;

function shownDraft(draft: unknown, names: PageNames): JsonObject {
  const { layout: _, ...rest } = isObject(draft) ? maskSecrets(draft) : {};
  const shown = withNames(rest, names);
  if (JSON.stringify(shown).length <= maxLength) return shown;
  throw new AppError("conflict", "The flow is too long for a model to rewrite.");
}

const correction = (faults: Fault[]) =>
  [
    "This cannot be used. Write the whole JSON object again without these faults:",
    ...faults.map(({ path, message }) => `- ${path}: ${message}`),
  ].join("\n");
