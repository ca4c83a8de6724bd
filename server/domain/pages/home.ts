import type { Deps } from "../../deps.ts";
import { listStoppedTemplates } from "../../store/catalog/platform/message-templates.ts";
import { findPlatformAccount } from "../../store/catalog/platform/platform-accounts.ts";
import { findTokenRenewal } from "../../store/catalog/token-renewals.ts";
import { countWaiting } from "../../store/conversations/waits.ts";
import { findNearLimit } from "../ai/limits.ts";
import { connectionOf } from "../connect/connection.ts";
import { readNumbers } from "../statistics/page-statistics.ts";
import { addDays, todayIn } from "../statistics/period.ts";
import { readFirstSteps } from "./first-steps.ts";
import { readPageHealth } from "./page-health.ts";
import { getPage } from "./page-settings.ts";

const maxWaiting = 1000;
const maxTemplates = 20;

/** Everything that needs the owner of a page now, today's numbers and the page's health. */
export async function readHome(deps: Pick<Deps, "db" | "channels">, pageId: string) {
  const { db } = deps;
  const page = await getPage(deps, pageId);
  const today = todayIn(page.timezone);
  const yesterday = addDays(today, -1);
  const [health, renewal, waiting, account, stopped, modelLimit, firstSteps, now, then] = await Promise.all([
    readPageHealth(deps, pageId),
    findTokenRenewal(db, pageId),
    countWaiting(db, pageId, maxWaiting),
    findPlatformAccount(db, pageId),
    listStoppedTemplates(db, pageId, maxTemplates),
    findNearLimit(db, pageId),
    readFirstSteps(deps, page),
    readNumbers(db, pageId, { from: today, to: today }, "day"),
    readNumbers(db, pageId, { from: yesterday, to: yesterday }, "day"),
  ]);
  const { failed_messages, parked_mail } = health;
  return {
    needs: {
      connection: connectionOf(deps, page),
      is_paused: page.isPaused,
      token: renewal?.reason ? { next_at: renewal.dueAt, reason: renewal.reason } : null,
      ...{ failed_messages, parked_mail },
      waiting,
      platform: {
        restriction: account?.restriction ?? null,
        is_rated_low: account?.quality === "FLAGGED",
        stopped_templates: stopped,
      },
      model_limit: modelLimit,
    },
    first_steps: firstSteps,
    ...{ today: now.totals, yesterday: then.totals, health },
  };
}
