import type { Deps } from "../../deps.ts";
import { findTokenRenewal } from "../../store/catalog/token-renewals.ts";
import { countHandOvers } from "../../store/conversations/hand-overs.ts";
import { connectionOf } from "../connect/connection.ts";
import { readNumbers } from "../statistics/page-statistics.ts";
import { addDays, todayIn } from "../statistics/period.ts";
import { readFirstSteps } from "./first-steps.ts";
import { readPageHealth } from "./page-health.ts";
import { getPage } from "./page-settings.ts";

const maxWaiting = 1000;

/** Everything that needs the owner of a page now, today's numbers and the page's health. */
export async function readHome(deps: Pick<Deps, "db" | "channels">, pageId: string) {
  const { db } = deps;
  const page = await getPage(deps, pageId);
  const today = todayIn(page.timezone);
  const yesterday = addDays(today, -1);
  const [health, renewal, waiting, firstSteps, now, then] = await Promise.all([
    readPageHealth(deps, pageId),
    findTokenRenewal(db, pageId),
    countHandOvers(db, pageId, maxWaiting),
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
    },
    first_steps: firstSteps,
    ...{ today: now.totals, yesterday: then.totals, health },
  };
}
