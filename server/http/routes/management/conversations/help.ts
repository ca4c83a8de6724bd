import type { conversationHelp } from "@banter/core/api/management/page/conversation-help.ts";
import { AppError } from "@banter/core/model/error.ts";
import { suggestReply, sumUp, translate } from "../../../../domain/ai/inbox-help.ts";
import { callLimiter } from "../../../guards/call-limiter.ts";
import type { ManagementCall, ManagementHandlers } from "../handlers.ts";

/** More than a busy team presses. */
const mayAsk = callLimiter({ burst: 30, perSecond: 1 });

export const conversationHelpHandlers: ManagementHandlers<typeof conversationHelp> = {
  "POST /pages/:page_id/conversations/:psid/suggested_reply": async (deps, call) => {
    const helped = await suggestReply(deps, placeOf(call));
    if (!helped.ok) return helped;
    const { text, passages } = helped;
    const shown = passages.map(({ sourceName, heading, score, url }) => ({ source: sourceName, heading, score, url }));
    return { ok: true, text, passages: shown };
  },

  "POST /pages/:page_id/conversations/:psid/summary": (deps, call) => sumUp(deps, placeOf(call), call.body.language),

  "POST /pages/:page_id/conversations/:psid/translation": (deps, call) => translate(deps, placeOf(call), call.body),
};

type Call = Pick<ManagementCall, "pageId" | "note"> & { params: { psid: string } };

function placeOf({ pageId, params: { psid }, note }: Call) {
  note({ subject: psid });
  if (mayAsk(pageId)) return { pageId, psid };
  throw new AppError("rate_limited", "Too many calls. Wait a little.", { headers: { "retry-after": "2" } });
}
