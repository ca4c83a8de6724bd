import { costOf, type ModelUsage } from "@banter/core/flow/ai/model.ts";
import type { CalledModel, CallFailure, ClientDeps, ModelResult } from "./client.ts";
import { localDay, reserve, settle } from "./limits.ts";
import type { TokenUsage } from "./protocols/protocol.ts";

/** Makes a call within the page's limits, and with a psid within the customer's: it reserves before and settles after. */
export async function counted<Reply extends { usage: TokenUsage | null }>(
  deps: ClientDeps,
  { pageId, psid }: { pageId: string; psid: string | null },
  { model, reserved }: { model: CalledModel; reserved: ModelUsage },
  call: () => Promise<ModelResult<Reply>>,
): Promise<ModelResult<Reply>> {
  const place = { pageId, psid, day: await localDay(deps.db, pageId) };
  const refusal = await reserve(deps.db, place, reserved);
  if (refusal && refusal !== "lost") return { ok: false, reason: refusal, usage: null, mayHaveCost: false };
  const result = await call();
  const told = result.ok ? { usage: result.reply.usage, mayHaveCost: true } : result;
  await settle(deps.db, { ...place, reserved, used: usedBy(model, told, reserved).usage });
  return result;
}

/** The usage; if the server does not tell and may have worked, what was reserved. */
export function usedBy(
  model: CalledModel,
  { usage, mayHaveCost }: Pick<CallFailure, "usage" | "mayHaveCost">,
  reserved: ModelUsage,
): { usage: ModelUsage; tokens: TokenUsage } {
  if (usage)
    return { usage: { calls: 1, tokens: usage.input + usage.output, cost: costOf(model, usage) }, tokens: usage };
  const tokens = { input: 0, output: 0 };
  return { usage: mayHaveCost ? reserved : { calls: 1, tokens: 0, cost: 0 }, tokens };
}
