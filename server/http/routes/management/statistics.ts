import type { statistics } from "@banter/core/api/management/statistics.ts";
import { getPage } from "../../../domain/pages/page-settings.ts";
import { readAiNumbers } from "../../../domain/statistics/ai-numbers.ts";
import { readFlowStatistics } from "../../../domain/statistics/flow-statistics.ts";
import { readGoals } from "../../../domain/statistics/goals.ts";
import { groupUnmatched, tryKeywords } from "../../../domain/statistics/page-messages.ts";
import { readStatistics } from "../../../domain/statistics/page-statistics.ts";
import { readBy, readPeriod } from "../../../domain/statistics/period.ts";
import type { ManagementHandlers } from "./handlers.ts";

export const statisticsHandlers: ManagementHandlers<typeof statistics> = {
  "GET /pages/:page_id/statistics": async ({ db }, { pageId, query }) => {
    const page = await getPage({ db }, pageId);
    const days = readPeriod(query, page.timezone);
    return readStatistics(db, page, days, readBy(query.by, days));
  },

  "GET /pages/:page_id/statistics/unmatched": async ({ db }, { pageId, query }) => {
    const { timezone } = await getPage({ db }, pageId);
    return groupUnmatched(db, pageId, readPeriod(query, timezone));
  },

  "GET /pages/:page_id/statistics/goals": async ({ db }, { pageId, query }) => {
    const { timezone } = await getPage({ db }, pageId);
    return readGoals(db, pageId, readPeriod(query, timezone));
  },

  "GET /pages/:page_id/statistics/ai": async ({ db }, { pageId, query }) => {
    const { timezone } = await getPage({ db }, pageId);
    return readAiNumbers(db, pageId, readPeriod(query, timezone));
  },

  "GET /pages/:page_id/flows/:flow_id/statistics": async ({ db }, { pageId, params, query }) => {
    const { timezone } = await getPage({ db }, pageId);
    return readFlowStatistics(db, pageId, params.flow_id, readPeriod(query, timezone));
  },

  "POST /pages/:page_id/keywords/lab": async ({ db }, { pageId, body }) => {
    const edited = body.edited.map(({ flow_id: flowId, is_activated: isActivated, ...fields }) => ({
      ...fields,
      ...{ flowId, isActivated },
    }));
    return tryKeywords(db, await getPage({ db }, pageId), edited);
  },
};
