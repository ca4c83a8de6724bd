import { mapReferences } from "@banter/core/flow/document/references.ts";
import { listFields, type ReferenceKind } from "@banter/core/flow/document/walk.ts";
import { isRemark, isStepType } from "@banter/core/flow/steps/index.ts";
import { isObject } from "@banter/core/model/json.ts";
import { StepId } from "@banter/core/model/step-id.ts";
import { freePlace } from "../canvas/free-place.ts";
import { type Box, placesOf, roughHeight, usualSize } from "../canvas/layout.ts";
import { type Draft, type DraftStep, type Path, type Point, readDraft, setAt } from "./draft.ts";
import { freshId } from "./edit.ts";

/** The names of a page's flows, tags, fields and sequences by id. */
type NamesById = Record<ReferenceKind, ReadonlyMap<number, string>>;
export type Names = NamesById & {
  /** The labels of fields by name. */
  fieldLabels: ReadonlyMap<string, string>;
};
export type Place = { pageId: string; flowId: number; names: NamesById };

/** Steps as text for the clipboard, with their page and flow, and the names of the things that they refer to. */
export function copySteps(draft: Draft, ids: readonly string[], { pageId, flowId, names }: Place): string {
  const steps = pick(draft.steps, ids);
  const used: Record<string, Record<string, string>> = {};
  mapReferences({ steps }, ({ kind, value }) => {
    const name = typeof value === "number" ? names[kind].get(value) : undefined;
    if (name !== undefined) used[kind] = { ...used[kind], [String(value)]: name };
    return undefined;
  });
  const layout = pick(draft.layout ?? {}, ids);
  return JSON.stringify({ banter: "steps", page_id: pageId, flow_id: flowId, names: used, steps, layout }, null, 2);
}

/** The point of pasting, and the boxes of all steps as the canvas has drawn them. */
export type Spot = { at?: Point | undefined; boxes?: readonly Box[] | undefined };

export type PasteResult = { draft: Draft; ids: string[]; unset: number };

/**
 * The draft with copied steps added under new ids. Exits between them are kept; exits to other steps only in the flow
 * that they were copied from. On another page references are looked up by name, and unset if the name is missing. They
 * keep their arrangement, at the nearest place where they lie on no other step. Undefined if the text has no steps.
 */
export function pasteSteps(
  draft: Draft,
  text: string,
  { to, at, boxes, random }: { to: Place; random: () => number } & Spot,
): PasteResult | undefined {
  const copied = readCopy(text);
  if (!copied) return undefined;
  const isSameFlow = copied.pageId === to.pageId && copied.flowId === to.flowId;
  const newIds = new Map<string, string>();
  let taken = draft;
  for (const [id, step] of Object.entries(copied.steps)) {
    const fresh = freshId(taken, step.type, random);
    newIds.set(id, fresh);
    taken = { ...taken, steps: { ...taken.steps, [fresh]: step } };
  }

  let unset = 0;
  const referred = mapReferences({ steps: copied.steps }, ({ kind, by, value }) => {
    if (by === "id" && value === null) return undefined;
    const id = by === "id" && typeof value === "number" ? translate(kind, value, copied, to) : null;
    if (id === null) unset += 1;
    return { by: "id", value: id };
  }).steps;
  const led = { ...referred };
  for (const { step, path, value, meta } of listFields({ steps: referred })) {
    if (meta.input !== "step" || typeof value !== "string") continue;
    const target = newIds.get(value) ?? (isSameFlow && draft.steps[value] ? value : null);
    led[step] = setAt(led[step], path.slice(2) as Path, target) as DraftStep;
  }

  const renamed = Object.entries(led).map(([id, step]): [string, DraftStep] => [newIds.get(id) ?? id, step]);
  const layout = placed(copied, newIds, { at, boxes: boxesIn(draft, boxes), isSameFlow });
  const start = draft.start ?? renamed.find(([, step]) => !isRemark(step))?.[0] ?? null;
  return {
    draft: {
      ...draft,
      start,
      steps: { ...draft.steps, ...Object.fromEntries(renamed) },
      // Steps without a place of their own would move below the new ones.
      layout: { ...Object.fromEntries(placesOf(draft)), ...layout },
    },
    ids: [...newIds.values()],
    unset,
  };
}

type Copied = {
  pageId: unknown;
  flowId: unknown;
  names: unknown;
  steps: Draft["steps"];
  layout: Record<string, Point>;
};

function readCopy(text: string): Copied | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(given) || given.banter !== "steps") return undefined;
  const { steps, layout = {} } = readDraft(given);
  const known = Object.entries(steps).filter(([id, { type }]) => isStepType(type) && StepId.safeParse(id).success);
  if (known.length === 0) return undefined;
  return {
    pageId: given.page_id,
    flowId: given.flow_id,
    names: given.names,
    steps: Object.fromEntries(known),
    layout,
  };
}

function translate(kind: keyof NamesById, id: number, { pageId, names }: Copied, to: Place): number | null {
  if (pageId === to.pageId) return to.names[kind].has(id) ? id : null;
  const ofKind = isObject(names) ? names[kind] : undefined;
  const name = isObject(ofKind) ? ofKind[String(id)] : undefined;
  const same = [...to.names[kind]].filter(([, each]) => each === name);
  // A name that is used twice, as by flows in different folders, is ambiguous.
  return same.length === 1 ? (same[0]?.[0] ?? null) : null;
}

/** At the point of pasting or, without one, next to the originals; as near to it as there is room. */
function placed(
  { steps, layout }: Copied,
  newIds: ReadonlyMap<string, string>,
  { at, boxes, isSameFlow }: { at: Point | undefined; boxes: readonly Box[]; isSameFlow: boolean },
): Record<string, Point> {
  const places = Object.entries(steps).map(([id, step], index): Box => {
    const place = layout[id] ?? { x: index * 320, y: 0 };
    const drawn = isSameFlow ? boxes.find((box) => box.id === id) : undefined;
    const { width, height } = drawn ?? { ...usualSize, height: roughHeight(step) };
    return { id, ...place, width, height };
  });
  const left = Math.min(...places.map(({ x }) => x));
  const top = Math.min(...places.map(({ y }) => y));
  const size = {
    width: Math.max(...places.map(({ x, width }) => x + width)) - left,
    height: Math.max(...places.map(({ y, height }) => y + height)) - top,
  };
  const free = freePlace(at ?? { x: left + 40, y: top + 40 }, size, boxes);
  return Object.fromEntries(
    places.map(({ id, x, y }) => [
      newIds.get(id) ?? id,
      { x: Math.round(x - left + free.x), y: Math.round(y - top + free.y) },
    ]),
  );
}

/** The boxes of all steps. A step that was not drawn yet has an estimated size. */
function boxesIn(draft: Draft, drawn: readonly Box[] = []): Box[] {
  const sizes = new Map(drawn.map(({ id, width, height }) => [id, { width, height }]));
  const places = placesOf(draft);
  return Object.entries(draft.steps).map(([id, step]) => ({
    ...{ id, ...(places.get(id) ?? { x: 0, y: 0 }) },
    ...(sizes.get(id) ?? { width: usualSize.width, height: roughHeight(step) }),
  }));
}

function pick<Value>(record: Record<string, Value>, ids: readonly string[]): Record<string, Value> {
  const wanted = new Set(ids);
  return Object.fromEntries(Object.entries(record).filter(([id]) => wanted.has(id)));
}
