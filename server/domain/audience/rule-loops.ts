import type { RuleInfo } from "@banter/core/api/management/audience/rules.ts";
import { deedsOf } from "@banter/core/flow/audience/deeds.ts";
import { deedsOfRule, loopFinder } from "@banter/core/flow/audience/loops.ts";
import { sequenceDocument } from "@banter/core/flow/audience/sequence.ts";
import type { StoredRule } from "../../store/audience/rules.ts";
import { listSequences } from "../../store/audience/sequences.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { listRunnableDocuments } from "../../store/catalog/flow-versions.ts";
import type { Db } from "../../store/db/db.ts";

/** Tells of each rule on which way it would set itself off again. Reads only the flows that rules lead to. */
export async function readLoops(
  db: Db,
  pageId: string,
  rules: StoredRule[],
): Promise<(ruleId: number) => RuleInfo["loop"]> {
  const fields = new Map((await listCustomFields(db, pageId)).map(({ id, name }) => [id, name]));
  const stored = (await listSequences(db, pageId)).filter(({ isOn }) => isOn);
  const sequences = new Map(stored.map(({ id, steps }) => [id, sequenceDocument(steps)]));
  const deeds = [...rules.map(({ rule }) => deedsOfRule(rule)), ...[...sequences.values()].map(deedsOf)];
  const flows = await readFlows(
    db,
    pageId,
    deeds.flatMap((each) => each.flows),
  );
  const documents = new Map([...flows].map(([id, { document }]) => [id, document]));
  const find = loopFinder({ rules, sequences, flows: documents, fieldName: (id) => fields.get(id) });
  const names = {
    rule: new Map(rules.map(({ id, name }) => [id, name])),
    flow: new Map([...flows].map(([id, { name }]) => [id, name])),
    sequence: new Map(stored.map(({ id, name }) => [id, name])),
  };
  return (ruleId) => find(ruleId).map(({ type, id }) => ({ type, id, name: names[type].get(id) ?? "" }));
}

type ReadFlow = { name: string; document: unknown };

/** These flows and those that they start, with one statement for each step away from a rule. */
async function readFlows(db: Db, pageId: string, ids: number[]): Promise<Map<number, ReadFlow>> {
  const flows = new Map<number, ReadFlow>();
  const asked = new Set<number>();
  for (let next = ids; next.length > 0; ) {
    for (const id of next) asked.add(id);
    const found = await listRunnableDocuments(db, pageId, [...new Set(next)]);
    for (const { id, ...flow } of found) flows.set(id, flow);
    next = found.flatMap(({ document }) => deedsOf(document).flows).filter((id) => !asked.has(id));
  }
  return flows;
}
