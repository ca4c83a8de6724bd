import type { models } from "@banter/core/api/management/page/models.ts";
import { ModelFailure } from "@banter/core/flow/ai/model-reply.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../../../deps.ts";
import { askModel } from "../../../../domain/ai/ask.ts";
import { changeLimits, readLimits, settle } from "../../../../domain/ai/limits.ts";
import { changeModel, createModel, removeModel } from "../../../../domain/ai/models.ts";
import { tryModel } from "../../../../domain/ai/try-model.ts";
import type { WordsSoFar } from "../../../../domain/ai/words-so-far.ts";
import { listModels } from "../../../../store/models/models.ts";
import { callLimiter } from "../../../guards/call-limiter.ts";
import type { ManagementHandlers } from "../handlers.ts";

/** Enough to set a model up and to test a flow by hand. */
const mayTry = callLimiter({ burst: 20, perSecond: 0.5 });

function checkPace(pageId: string): void {
  if (mayTry(pageId)) return;
  const headers = { "retry-after": "5" };
  throw new AppError("rate_limited", "Too many calls. Wait a little before the next one.", { headers });
}

const tellEveryMs = 500;

/** Tells the words so far to the streams of the page, one of which is the caller's. */
function tellWords({ live }: Pick<Deps, "live">, pageId: string, watch: string) {
  let timer: NodeJS.Timeout | undefined;
  let told = "";
  return {
    tell(words: WordsSoFar): void {
      timer = setInterval(() => {
        const text = words();
        if (text !== told) live.publish(pageId, { type: "model_words", watch, text });
        told = text;
      }, tellEveryMs);
    },
    stop: () => clearInterval(timer),
  };
}

export const modelHandlers: ManagementHandlers<typeof models> = {
  "GET /pages/:page_id/models": async ({ db }, { pageId }) => ({ models: await listModels(db, pageId) }),

  "POST /pages/:page_id/models": async (deps, { pageId, body, note }) => {
    const model = await createModel(deps, pageId, body);
    note({ subject: model.name, subjectId: model.id });
    return model;
  },

  "PATCH /pages/:page_id/models/:model_id": async (deps, { pageId, params, body, note }) => {
    const model = await changeModel(deps, pageId, params.model_id, body);
    note({ subject: model.name, subjectId: model.id });
    return model;
  },

  "DELETE /pages/:page_id/models/:model_id": async (deps, { pageId, params, note }) => {
    const model = await removeModel(deps, pageId, params.model_id);
    note({ subject: model.name, subjectId: model.id });
    return {};
  },

  "POST /pages/:page_id/models/try": async (deps, { pageId, body, note }) => {
    checkPace(pageId);
    note({ subject: body.model.name });
    return tryModel(deps, pageId, body);
  },

  "POST /pages/:page_id/models/ask": async (deps, { pageId, body: { watch, ...asked }, note }) => {
    checkPace(pageId);
    note({ subject: "" });
    const words = watch === undefined ? undefined : tellWords(deps, pageId, watch);
    const outcome = await askModel(deps, { pageId, psid: null, ...asked, watch: words?.tell }).finally(words?.stop);
    if (!outcome) return { ok: false, reason: "unreachable" };
    const { answer, settlement, detail } = outcome;
    if (settlement) await settle(deps.db, settlement);
    if (answer.ok) return answer;
    const reason = ModelFailure.parse(answer.reason);
    const { status } = answer;
    return { ok: false, reason, ...(status !== undefined && { status }), ...(detail !== undefined && { detail }) };
  },

  "GET /pages/:page_id/model_limits": (deps, { pageId }) => readLimits(deps, pageId),

  "PUT /pages/:page_id/model_limits": (deps, { pageId, body }) => changeLimits(deps, pageId, body),
};
