import { lookAt } from "@banter/core/flow/audience/due-day.ts";
import type { PageRule, RuleForm } from "@banter/core/flow/audience/page-rule.ts";
import { listConditionFields } from "@banter/core/flow/conditions/references.ts";
import { listKeyedReferences } from "@banter/core/flow/document/keyed-references.ts";
import { listReferences } from "@banter/core/flow/document/references.ts";
import { isOwnField } from "@banter/core/flow/fields/customer-fields.ts";
import { dayOf } from "@banter/core/flow/time.ts";
import { AppError, type Fault, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { deleteRuleTurns } from "../../store/audience/rule-turns.ts";
import { deleteRules, listRules, type StoredRule, saveRules, setRuleDay } from "../../store/audience/rules.ts";
import { listSequenceNames } from "../../store/audience/sequences.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { listFlowEntries } from "../../store/catalog/flows.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { listHooks } from "../../store/events/incoming-hooks.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { changeSetup } from "../pages/change-setup.ts";

const maxRules = 200;

/** Creates a rule at the end of the list. */
export function createRule({ db }: Pick<Deps, "db">, pageId: string, form: RuleForm): Promise<StoredRule> {
  return changeSetup(db, pageId, async (db) => {
    const all = await listRules(db, pageId);
    if (all.length >= maxRules) throw new AppError("conflict", `A page has at most ${maxRules} rules.`);
    const [id = 0] = await nextIds(db, 1);
    const { name, is_on: isOn, ...rule } = form;
    const created: StoredRule = { id, name, isOn, rule };
    await check(db, pageId, created, all);
    await storeRules(db, pageId, [...all, created]);
    return created;
  });
}

type RuleChange = { [Key in keyof RuleForm]?: RuleForm[Key] | undefined };

export function changeRule(
  { db }: Pick<Deps, "db">,
  pageId: string,
  id: number,
  change: RuleChange,
): Promise<StoredRule> {
  return changeSetup(db, pageId, async (db) => {
    const all = await listRules(db, pageId);
    const before = all.find((rule) => rule.id === id);
    if (!before) throw notFound("rule");
    const { name = before.name, is_on: isOn = before.isOn, ...parts } = change;
    const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
    const after: StoredRule = { id, name, isOn, rule: { ...before.rule, ...given } };
    await check(db, pageId, after, all);
    await storeRules(
      db,
      pageId,
      all.map((rule) => (rule.id === id ? after : rule)),
    );
    return after;
  });
}

export function removeRule({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<StoredRule> {
  return changeSetup(db, pageId, async (db) => {
    const rule = await getRule(db, pageId, id);
    await removeRules(db, pageId, [id]);
    return rule;
  });
}

/** Their logs go with them. */
export async function removeRules(db: Db, pageId: string, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteRules(db, pageId, ids);
  await deleteRuleTurns(db, pageId, ids);
}

/** Stores the page's rules in this order. Rules of dates begin with the page's present day. */
export async function storeRules(db: Db, pageId: string, rules: StoredRule[]): Promise<void> {
  if (rules.length === 0) return;
  const before = new Map((await listRules(db, pageId)).map((rule) => [rule.id, rule]));
  await saveRules(db, pageId, rules);
  for (const { id, isOn, rule } of rules) {
    const was = before.get(id);
    const isDate = isOn && rule.when.type === "date";
    const wasDate = was?.isOn === true && was.rule.when.type === "date";
    if (!isDate && wasDate) await setRuleDay(db, pageId, id, null);
    if (!isDate || (wasDate && isSame(was.rule.when, rule.when))) continue;
    const page = await findPage(db, pageId);
    const day = dayOf(databaseNow(), page?.timezone ?? "UTC");
    await setRuleDay(db, pageId, id, { day, at: lookAt(day) });
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export async function getRule(db: Db, pageId: string, id: number): Promise<StoredRule> {
  const rule = (await listRules(db, pageId)).find((each) => each.id === id);
  if (!rule) throw notFound("rule");
  return rule;
}

/** A rule names only what is on the page, or a slip of the pen would be a rule that does nothing. */
async function check(db: Db, pageId: string, { id, name, rule }: StoredRule, all: StoredRule[]): Promise<void> {
  if (all.some((other) => other.id !== id && other.name === name))
    throw new AppError("conflict", "A rule of that name is already there.");
  const fields = await listCustomFields(db, pageId);
  const known = {
    tag: await listTags(db, pageId),
    flow: await listFlowEntries(db, pageId),
    sequence: await listSequenceNames(db, pageId),
    field: fields,
    hook: await listHooks(db, pageId),
  };
  const faults: Fault[] = [];
  for (const part of ["when", "if", "do"] as const) {
    const found = listKeyedReferences(rule[part]);
    for (const kind of ["tag", "flow", "sequence", "field", "hook"] as const) {
      const ids = new Set(known[kind].map((thing) => thing.id));
      if (found[kind].some((wanted) => !ids.has(wanted)))
        faults.push({ path: `/${part}`, message: `must name a ${kind} of the page` });
    }
  }
  const names = new Set(fields.map((field) => field.name));
  const isUnknown = (field: string) => !names.has(field) && !isOwnField(field);
  if ("field" in rule.when && isUnknown(rule.when.field))
    faults.push({ path: "/when/field", message: "must be a field of the page" });
  if (listConditionFields(rule.if?.rules ?? []).some(isUnknown))
    faults.push({ path: "/if", message: "must name a field of the page" });
  faults.push(...unchosen(rule));
  if (faults.length > 0) throw invalidFields(faults);
}

/** Something that is not chosen yet would never happen. */
function unchosen({ when, do: deed }: PageRule): Fault[] {
  const isEmpty = (part: object) => Object.values(part).includes(null);
  return [
    ...(isEmpty(when) ? [{ path: "/when", message: "must name what it waits for" }] : []),
    ...("flow_id" in deed && deed.flow_id === null
      ? [{ path: "/do/flow_id", message: "must be a flow of the page" }]
      : []),
  ];
}

/** Everything that a rule names. */
function referencesOfRule({ rule }: StoredRule) {
  const { tag, field } = listKeyedReferences(rule);
  const fieldNames = [
    ...("field" in rule.when ? [rule.when.field] : []),
    ...listConditionFields(rule.if?.rules ?? []),
    ...listReferences({ steps: { do: { type: "action", ...rule.do } } }).variables,
  ];
  return { tags: tag, fields: field, fieldNames };
}

export async function listRulesUsing(
  db: Db,
  pageId: string,
  isMeant: (found: ReturnType<typeof referencesOfRule>) => boolean,
): Promise<{ id: number; name: string }[]> {
  const rules = await listRules(db, pageId);
  return rules.flatMap((rule) => (isMeant(referencesOfRule(rule)) ? { id: rule.id, name: rule.name } : []));
}
