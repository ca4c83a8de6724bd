import { type AskOutcome, askModel, type ModelQuestion } from "../../domain/ai/ask.ts";
import type { ClientDeps } from "../../domain/ai/client.ts";
import { readConversation } from "../../domain/ai/conversation.ts";
import { failPoint } from "../../fail-points.ts";
import type { Lease } from "../../store/runtime/leases.ts";
import { type ModelRequest, saveReservation } from "../../store/runtime/requests.ts";

/**
 * Makes the call of an AI step. Undefined if the page has another owner. What a call before a crash had reserved stays
 * counted: nobody knows what it has used.
 */
export async function answerByModel(
  deps: ClientDeps,
  lease: Lease,
  { id, psid, request, watch }: { id: number; psid: string; request: ModelRequest } & Pick<ModelQuestion, "watch">,
): Promise<AskOutcome | undefined> {
  const { pageId } = lease;
  const { call } = request;
  const messages = await readConversation(deps.db, { pageId, psid, before: id, ...call });
  const outcome = await askModel(deps, {
    ...{ pageId, psid, call, messages, watch },
    async keep(db, reserved) {
      const isKept = await saveReservation(db, lease, id, reserved);
      if (isKept) failPoint("model.before-call");
      return isKept;
    },
  });
  failPoint("model.after-call");
  return outcome;
}
