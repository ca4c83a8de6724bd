import { conditionFor, lookAt } from "@banter/core/flow/audience/due-day.ts";
import { addDays } from "@banter/core/flow/time.ts";
import type { Deps } from "../../deps.ts";
import { listDueRules, lockDueRule, setRuleDay } from "../../store/audience/rules.ts";
import type { Db } from "../../store/db/db.ts";
import { startAction } from "../customers/jobs/jobs.ts";

const batchSize = 50;

/** Starts the jobs of rules whose next day is to be prepared. Returns true if there may be more. */
export async function startDueRules({ db, log }: Pick<Deps, "db" | "log">): Promise<boolean> {
  const due = await listDueRules(db, batchSize);
  for (const { pageId, id } of due)
    await db
      .transact((db) => startDay(db, pageId, id))
      .catch((error) => log.warn({ err: error, pageId, ruleId: id }, "day of rule not started"));
  return due.length === batchSize;
}

/** The job and the next day are stored together: a day is prepared once, whatever is killed. */
async function startDay(db: Db, pageId: string, id: number): Promise<void> {
  const due = await lockDueRule(db, pageId, id);
  if (!due) return;
  const { name, rule, day } = due;
  const next = addDays(day, 1);
  await setRuleDay(db, pageId, id, rule.when.type === "date" ? { day: next, at: lookAt(next) } : null);
  if (rule.when.type !== "date") return;
  const action = { type: "run_rule", ruleId: id, day, name } as const;
  await startAction({ db }, pageId, { action, customers: { condition: conditionFor(rule.when, day) } });
}
