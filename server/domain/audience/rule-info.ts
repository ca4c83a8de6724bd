import type { RuleInfo } from "@banter/core/api/management/audience/rules.ts";
import { addDays, dayOf } from "@banter/core/flow/time.ts";
import type { Deps } from "../../deps.ts";
import { listRuleTurns } from "../../store/audience/rule-turns.ts";
import { listRules, type StoredRule } from "../../store/audience/rules.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { sumByKey } from "../../store/statistics/statistics-days.ts";
import { readLoops } from "./rule-loops.ts";

const countedDays = 30;

/** The page's rules with how often they did something. */
export async function listRuleInfos({ db }: Pick<Deps, "db">, pageId: string): Promise<RuleInfo[]> {
  const rules = await listRules(db, pageId);
  const today = dayOf(databaseNow(), (await findPage(db, pageId))?.timezone ?? "UTC");
  const period = { from: addDays(today, -countedDays), to: addDays(today, 1) };
  const sums = await sumByKey(db, pageId, ["rule_done", "rule_looped"], period);
  const sumOf = (what: string, id: number) =>
    sums.find((row) => row.what === what && row.key === String(id))?.count ?? 0;
  const loopOf = await readLoops(db, pageId, rules);
  return rules.map(({ id, name, isOn, rule }) => ({
    ...{ id, name, is_on: isOn, ...rule },
    done: sumOf("rule_done", id),
    looped: sumOf("rule_looped", id),
    loop: loopOf(id),
  }));
}

/** The log of a rule, from the traces of the turns. */
export async function readRuleLog(
  { db }: Pick<Deps, "db">,
  pageId: string,
  { id }: Pick<StoredRule, "id">,
  { before, limit }: { before: number; limit: number },
) {
  const turns = await listRuleTurns(db, pageId, id, { before, limit });
  const entries = turns.flatMap(({ at, psid, trace, name }) =>
    (trace?.notes ?? []).flatMap((note) => {
      if (note.note !== "rule" || note.rule !== id) return [];
      return { at, psid, name, did: note.did, why: note.why ?? null };
    }),
  );
  return { entries, next: turns.length < limit ? null : (turns.at(-1)?.id ?? null) };
}
