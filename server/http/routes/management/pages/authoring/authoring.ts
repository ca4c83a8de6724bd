import type { authoring } from "@banter/core/api/management/page/authoring.ts";
import { AppError } from "@banter/core/model/error.ts";
import { proposeFlow } from "../../../../../domain/ai/authoring/propose-flow.ts";
import { suggestKeywords } from "../../../../../domain/ai/authoring/suggest-keywords.ts";
import { translateFlow } from "../../../../../domain/ai/authoring/translate-flow.ts";
import { getPage } from "../../../../../domain/pages/page-settings.ts";
import { readPeriod } from "../../../../../domain/statistics/period.ts";
import { callLimiter } from "../../../../guards/call-limiter.ts";
import type { ManagementHandlers } from "../../handlers.ts";

/** Each is a long call of a model, or several. */
const mayAsk = callLimiter({ burst: 10, perSecond: 0.2 });

function checkPace(pageId: string): void {
  if (mayAsk(pageId)) return;
  throw new AppError("rate_limited", "Too many calls. Wait a little.", { headers: { "retry-after": "5" } });
}

export const authoringHandlers: ManagementHandlers<typeof authoring> = {
  "POST /pages/:page_id/flows/proposal": (deps, { pageId, body, note }) => {
    checkPace(pageId);
    note({ subject: "" });
    return proposeFlow(deps, pageId, { text: body.text, flowId: body.flow_id });
  },

  "POST /pages/:page_id/flows/:flow_id/translation": (deps, { pageId, params, body, note }) => {
    checkPace(pageId);
    note({ subject: "", subjectId: params.flow_id });
    return translateFlow(deps, pageId, { flowId: params.flow_id, language: body.language });
  },

  "POST /pages/:page_id/keywords/suggestions": async (deps, { pageId, body, note }) => {
    checkPace(pageId);
    note({ subject: "" });
    const page = await getPage(deps, pageId);
    return suggestKeywords(deps, page, readPeriod(body, page.timezone));
  },
};
