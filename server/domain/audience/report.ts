import type { BroadcastTest } from "@banter/core/audience/broadcast.ts";
import { refusals } from "@banter/core/audience/send-plan.ts";
import type { Deps } from "../../deps.ts";
import type { Broadcast } from "../../store/audience/broadcasts.ts";
import { countSends, listPlanCounts } from "../../store/audience/send-counts.ts";
import type { Db } from "../../store/db/db.ts";
import { goalsOf } from "../statistics/goals.ts";

/** The report of one variant, in customers. `failed` and `refused` are by reason. */
type VariantReport = {
  sent: number;
  delivered: number;
  seen: number;
  clicked: number;
  answered: number;
  unsubscribed: number;
  /** Not sent yet. */
  waiting: number;
  /** Reached within a week after the message. */
  goals: ReturnType<typeof goalsOf>;
  failed: Record<string, number>;
  refused: Record<string, number>;
};

/** The report of each variant. Messages count while they are kept. */
export async function reportOf({ db }: { db: Db }, { pageId, sendIds }: Broadcast): Promise<VariantReport[]> {
  if (sendIds.length === 0) return [];
  const counts = await countSends(db, pageId, sendIds);
  const planned = await listPlanCounts(db, pageId, sendIds);
  const verdicts = new Map(planned.flatMap(({ what, key, count }) => (what === "plan" ? [[key, count] as const] : [])));
  return sendIds.map((sendId) => {
    const own = counts.filter((row) => row.sendId === sendId);
    const sum = (count: (row: (typeof own)[number]) => number) => own.reduce((all, row) => all + count(row), 0);
    const of = (verdict: string) => verdicts.get(`${sendId} ${verdict}`) ?? 0;
    return {
      sent: sum(({ sent }) => sent),
      delivered: sum(({ delivered }) => delivered),
      seen: sum(({ seen }) => seen),
      clicked: sum(({ clicked }) => clicked),
      waiting: sum(({ waiting }) => waiting),
      answered: of("answered"),
      unsubscribed: of("left"),
      goals: goalsOf("plan", sendId, planned),
      failed: Object.fromEntries(own.flatMap(({ reason, failed }) => (failed > 0 ? [[reason ?? "", failed]] : []))),
      refused: Object.fromEntries(refusals.flatMap((why) => (of(why) > 0 ? [[why, of(why)]] : []))),
    };
  });
}

/** The variant that did best by the goal: the share of those who got it. The first one wins a tie. */
export async function chooseWinner(deps: Pick<Deps, "db">, job: Broadcast): Promise<number> {
  return bestOf(await reportOf(deps, job), job.spec.test ?? { goal: "clicked" });
}

function bestOf(reports: VariantReport[], { goal, goal_name }: Pick<BroadcastTest, "goal" | "goal_name">): number {
  const reached = ({ goals }: VariantReport) =>
    goals.reduce((all, { name, count }) => all + (name === goal_name ? count : 0), 0);
  const rates = reports.map((report) => {
    const successes = goal === "reached" ? reached(report) : report[goal];
    return report.sent === 0 ? 0 : successes / report.sent;
  });
  return Math.max(0, rates.indexOf(Math.max(...rates)));
}
