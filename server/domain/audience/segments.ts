import { listConditionReferences } from "@banter/core/flow/conditions/references.ts";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { explainRule, type RuleNames } from "@banter/core/flow/explain/explain-rule.ts";
import { english } from "@banter/core/flow/explain/trace-words.ts";
import { vietnamese } from "@banter/core/flow/explain/trace-words.vi.ts";
import { isOwnField } from "@banter/core/flow/fields/customer-fields.ts";
import { AppError, type Fault, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import {
  deleteSegments,
  findSegment,
  listSegments,
  type Segment,
  saveSegments,
} from "../../store/audience/segments.ts";
import { listSequenceNames } from "../../store/audience/sequences.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { listFlowEntries } from "../../store/catalog/flows.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { listInboxViews } from "../../store/conversations/inbox-views.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { explainMember, explainMemberOfAll } from "./members.ts";

/** Creates a segment at the end of the list. */
export function createSegment({ db }: Deps, pageId: string, given: Omit<Segment, "id">): Promise<Segment> {
  return changeSetup(db, pageId, async (db) => {
    await checkReferences(db, pageId, given.condition);
    const [id = 0] = await nextIds(db, 1);
    return save(db, pageId, { ...given, id });
  });
}

export function changeSegment(
  { db }: Deps,
  pageId: string,
  id: number,
  change: { name?: string | undefined; condition?: SegmentCondition | undefined },
): Promise<Segment> {
  return changeSetup(db, pageId, async (db) => {
    const before = await getSegment(db, pageId, id);
    if (change.condition) await checkReferences(db, pageId, change.condition);
    return save(db, pageId, {
      id,
      name: change.name ?? before.name,
      condition: change.condition ?? before.condition,
    });
  });
}

export function removeSegment({ db }: Deps, pageId: string, id: number): Promise<Segment> {
  return changeSetup(db, pageId, async (db) => {
    const segment = await getSegment(db, pageId, id);
    await deleteSegments(db, pageId, [id]);
    return segment;
  });
}

export async function getSegment(db: Db, pageId: string, id: number): Promise<Segment> {
  const segment = await findSegment(db, pageId, id);
  if (!segment) throw notFound("segment");
  return segment;
}

const maxSegments = 500;

async function save(db: Db, pageId: string, segment: Segment): Promise<Segment> {
  const all = await listSegments(db, pageId);
  if (all.some(({ id, name }) => id !== segment.id && name === segment.name))
    throw new AppError("conflict", "A segment of that name is already there.");
  const isNew = !all.some(({ id }) => id === segment.id);
  if (isNew && all.length >= maxSegments) throw new AppError("conflict", `A page has at most ${maxSegments} segments.`);
  await saveSegments(db, pageId, isNew ? [...all, segment] : all.map((old) => (old.id === segment.id ? segment : old)));
  return segment;
}

/** A condition names only what is on the page, or a slip of the pen would be an empty segment. */
export async function checkReferences(db: Db, pageId: string, condition: SegmentCondition): Promise<void> {
  const tags = new Set((await listTags(db, pageId)).map(({ id }) => id));
  const flows = new Set((await listFlowEntries(db, pageId)).map(({ id }) => id));
  const sequences = new Set((await listSequenceNames(db, pageId)).map(({ id }) => id));
  const fields = new Set((await listCustomFields(db, pageId)).map(({ name }) => name));
  const faults = condition.rules.flatMap((rule, index): Fault[] => {
    const fault = (key: string, message: string) => [{ path: `/condition/rules/${index}/${key}`, message }];
    if (rule.type === "tag" && !tags.has(rule.tag_id ?? 0)) return fault("tag_id", "must be a tag of the page");
    if (rule.type === "sequence" && !sequences.has(rule.sequence_id ?? 0))
      return fault("sequence_id", "must be a sequence of the page");
    if (rule.type === "message" && rule.flow_id !== null && !flows.has(rule.flow_id))
      return fault("flow_id", "must be a flow of the page");
    const isUnknown = rule.type === "field" && !fields.has(rule.field) && !isOwnField(rule.field);
    return isUnknown ? fault("field", "must be a field of the page") : [];
  });
  if (faults.length > 0) throw invalidFields(faults);
}

/** If the customer is in the segment, and the sentences that say why. */
export async function explainSegment(
  deps: Pick<Deps, "db" | "channels">,
  pageId: string,
  { condition }: Segment,
  { psid, language }: { psid: string; language: "en" | "vi" },
): Promise<{ isIn: boolean; because: string[] }> {
  const { holds, reason } = await explainMember(deps, pageId, condition, psid);
  const names = await namesOf(deps.db, pageId);
  const { rules } = language === "vi" ? vietnamese : english;
  return { isIn: holds, because: reason.map((checked) => explainRule(checked, rules, names)) };
}

/** The segments that the customer is in, with the sentences that say why, and the sequences. */
export async function audienceOf(
  deps: Pick<Deps, "db" | "channels">,
  pageId: string,
  { psid, language }: { psid: string; language: "en" | "vi" },
): Promise<{ segments: { id: number; name: string; because: string[] }[]; sequences: { id: number; name: string }[] }> {
  const segments = await listSegments(deps.db, pageId);
  const conditions = segments.map(({ condition }) => condition);
  const { verdicts, sequences } = await explainMemberOfAll(deps, pageId, conditions, psid);
  const names = await namesOf(deps.db, pageId);
  const { rules } = language === "vi" ? vietnamese : english;
  const isInside = ({ id }: { id: number }) => sequences.includes(id);
  return {
    segments: segments.flatMap(({ id, name }, index) => {
      const { holds, reason } = verdicts[index] ?? { holds: false, reason: [] };
      return holds ? { id, name, because: reason.map((checked) => explainRule(checked, rules, names)) } : [];
    }),
    // A flow that runs beside the conversation has an id of its own there, and no name here.
    sequences: (await listSequenceNames(deps.db, pageId)).filter(isInside),
  };
}

async function namesOf(db: Db, pageId: string): Promise<RuleNames> {
  const nameIn = (things: { id: number; name: string }[]) => {
    const names = new Map(things.map(({ id, name }) => [id, name]));
    return (id: number) => names.get(id);
  };
  return {
    tag: nameIn(await listTags(db, pageId)),
    flow: nameIn(await listFlowEntries(db, pageId)),
    sequence: nameIn(await listSequenceNames(db, pageId)),
  };
}

/** A segment, or another thing with a condition, that uses a tag, a field, a flow or the ref of a tool. */
export type SegmentUse = { id: number; name: string };

type IsMeant = (found: ReturnType<typeof listConditionReferences>) => boolean;

export async function listSegmentsUsing(db: Db, pageId: string, isMeant: IsMeant): Promise<SegmentUse[]> {
  return thoseUsing(await listSegments(db, pageId), isMeant);
}

/** Saved views of the inbox. */
export async function listViewsUsing(db: Db, pageId: string, isMeant: IsMeant): Promise<SegmentUse[]> {
  return thoseUsing(await listInboxViews(db, pageId), isMeant);
}

const thoseUsing = (things: (SegmentUse & { condition: SegmentCondition | null })[], isMeant: IsMeant): SegmentUse[] =>
  things.flatMap(({ id, name, condition }) =>
    condition && isMeant(listConditionReferences(condition)) ? { id, name } : [],
  );
