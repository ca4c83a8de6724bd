import type { SequenceInfo } from "@banter/core/api/management/audience/sequences.ts";
import type { CustomerFilter } from "@banter/core/api/management/customers.ts";
import { type SequenceForm, type SequenceStep, sequenceDocument } from "@banter/core/flow/audience/sequence.ts";
import { listReferences } from "@banter/core/flow/document/references.ts";
import { AppError, type Fault, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { insertSequenceVersion } from "../../store/audience/sequence-versions.ts";
import { deleteSequences, listSequences, type Sequence, saveSequences } from "../../store/audience/sequences.ts";
import { listFlowEntries } from "../../store/catalog/flows.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { deleteStepExits } from "../../store/runtime/step-exits.ts";
import { deleteStepStatistics } from "../../store/runtime/step-statistics.ts";
import { deleteStepDays } from "../../store/statistics/step-days.ts";
import type { Job } from "../customers/jobs/job.ts";
import { startAction } from "../customers/jobs/jobs.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { getSegment } from "./segments.ts";

/** Creates a sequence at the end of the list. */
export function createSequence({ db }: Pick<Deps, "db">, pageId: string, form: SequenceForm): Promise<Sequence> {
  return changeSetup(db, pageId, async (db) => {
    const all = await listSequences(db, pageId);
    if (all.length >= maxSequences) throw new AppError("conflict", `A page has at most ${maxSequences} sequences.`);
    const [id = 0] = await nextIds(db, 1);
    const { name, is_on: isOn, steps, leave } = form;
    const sequence: Sequence = { id, name, isOn, steps, leave, version: 1 };
    await check(db, pageId, sequence, all);
    await saveSequences(db, pageId, [...all, sequence]);
    await insertSequenceVersion(db, pageId, id, { version: 1, steps, movesPeople: false });
    return sequence;
  });
}

const maxSequences = 200;

type SequenceChange = {
  [Key in keyof SequenceForm]?: SequenceForm[Key] | undefined;
} & { people_inside?: "stay" | "move" | undefined };

/** New steps are a version of their own; `people_inside` says who goes on with it. */
export function changeSequence(
  { db }: Pick<Deps, "db">,
  pageId: string,
  id: number,
  change: SequenceChange,
): Promise<Sequence> {
  return changeSetup(db, pageId, async (db) => {
    const all = await listSequences(db, pageId);
    const before = all.find((each) => each.id === id);
    if (!before) throw notFound("sequence");
    const isEdited = change.steps !== undefined && !isSame(change.steps, before.steps);
    if (isEdited && !change.people_inside)
      throw invalidFields([{ path: "/people_inside", message: "is required with other steps" }]);
    const after: Sequence = {
      id,
      name: change.name ?? before.name,
      isOn: change.is_on ?? before.isOn,
      leave: change.leave ?? before.leave,
      steps: change.steps ?? before.steps,
      version: before.version + (isEdited ? 1 : 0),
    };
    await check(db, pageId, after, all);
    if (isEdited) await insertSequenceVersion(db, pageId, id, versionOf(after, change.people_inside === "move"));
    await saveSequences(
      db,
      pageId,
      all.map((each) => (each.id === id ? after : each)),
    );
    return after;
  });
}

const versionOf = ({ version, steps }: Sequence, movesPeople: boolean) => ({ version, steps, movesPeople });

export function removeSequence({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<Sequence> {
  return changeSetup(db, pageId, async (db) => {
    const sequence = await getSequence(db, pageId, id);
    await removeSequences(db, pageId, [id]);
    return sequence;
  });
}

/** Its numbers are kept by its id, as a flow's are. */
export async function removeSequences(db: Db, pageId: string, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteSequences(db, pageId, ids);
  await deleteStepStatistics(db, pageId, ids);
  await deleteStepExits(db, pageId, ids);
  await deleteStepDays(db, pageId, ids);
}

export async function getSequence(db: Db, pageId: string, id: number): Promise<Sequence> {
  const sequence = (await listSequences(db, pageId)).find((each) => each.id === id);
  if (!sequence) throw notFound("sequence");
  return sequence;
}

/** A sequence as members and programs see it. */
export const sequenceInfo = ({ id, name, isOn, steps, leave, version }: Sequence): SequenceInfo => ({
  ...{ id, name, steps, leave, version },
  is_on: isOn,
});

/** A sequence names only what is on the page. */
async function check(db: Db, pageId: string, sequence: Sequence, all: Sequence[]): Promise<void> {
  if (all.some(({ id, name }) => id !== sequence.id && name === sequence.name))
    throw new AppError("conflict", "A sequence of that name is already there.");
  const tags = new Set((await listTags(db, pageId)).map(({ id }) => id));
  const flows = new Set((await listFlowEntries(db, pageId)).map(({ id }) => id));
  const faults = [
    ...sequence.steps.flatMap((step, index): Fault[] => {
      const isMissing = "flow_id" in step && !flows.has(step.flow_id ?? 0);
      return isMissing ? [{ path: `/steps/${index}/flow_id`, message: "must be a flow of the page" }] : [];
    }),
    ...sequence.leave.tag_ids.flatMap((tag, index): Fault[] =>
      tags.has(tag) ? [] : [{ path: `/leave/tag_ids/${index}`, message: "must be a tag of the page" }],
    ),
  ];
  if (faults.length > 0) throw invalidFields(faults);
}

const isSame = (one: SequenceStep[], other: SequenceStep[]) => JSON.stringify(one) === JSON.stringify(other);

/** Everything that a sequence names. */
function referencesOfSequence({ steps, leave }: Pick<Sequence, "steps" | "leave">) {
  const found = listReferences(sequenceDocument(steps));
  return { ...found, tags: [...new Set([...found.tags, ...leave.tag_ids])] };
}

/** A sequence that uses a tag, a field or a flow. */
export async function listSequencesUsing(
  db: Db,
  pageId: string,
  isMeant: (found: ReturnType<typeof referencesOfSequence>) => boolean,
): Promise<{ id: number; name: string }[]> {
  const sequences = await listSequences(db, pageId);
  return sequences.flatMap((sequence) =>
    isMeant(referencesOfSequence(sequence)) ? { id: sequence.id, name: sequence.name } : [],
  );
}

type AskedCustomers = { psids: string[] } | { filter: CustomerFilter } | { segment_id: number };

/** Starts a job that lets customers enter the sequence, or takes them out of it. */
export async function putCustomers(
  { db }: Pick<Deps, "db">,
  pageId: string,
  id: number,
  asked: { type: "enter_sequence" | "leave_sequence"; customers: AskedCustomers; userId: string },
): Promise<{ job: Job; sequence: Sequence }> {
  const sequence = await getSequence(db, pageId, id);
  const { type, customers, userId } = asked;
  const chosen =
    "segment_id" in customers
      ? { condition: (await getSegment(db, pageId, customers.segment_id)).condition }
      : customers;
  const action = { type, sequenceId: id, name: sequence.name };
  return { job: await startAction({ db }, pageId, { action, customers: chosen, userId }), sequence };
}
