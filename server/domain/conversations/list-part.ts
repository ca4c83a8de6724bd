import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import {
  type Line,
  type LineEnd,
  listLines,
  listLinesOf,
  listPlaces,
  type Wanted,
} from "../../store/conversations/lines.ts";
import { membersAmong, type Needs } from "../audience/members.ts";

/** `end`: behind it the list goes on; undefined if there is nothing more. */
type ListPart = { lines: Line[]; end: LineEnd | undefined };

/** The next lines of a list. */
export async function listPart({ db }: Pick<Needs, "db">, pageId: string, wanted: Wanted): Promise<ListPart> {
  const lines = await listLines(db, pageId, { ...wanted, limit: wanted.limit + 1 });
  const shown = lines.slice(0, wanted.limit);
  return { lines: shown, end: lines.length > wanted.limit ? shown.at(-1) : undefined };
}

/** Conversations that a call looks at. */
const stepsAtOnce = 5000;

/** The next lines of customers who meet the condition. There may be fewer than asked for, and still more behind `end`. */
export async function listMeeting(
  deps: Needs,
  pageId: string,
  wanted: Wanted,
  condition: SegmentCondition,
  steps = stepsAtOnce,
): Promise<ListPart> {
  const places = await listPlaces(deps.db, pageId, { ...wanted, limit: steps });
  const members = await membersAmong(deps, pageId, condition, psidsOf(places));
  const found = places.filter(({ psid }) => members.has(psid));
  const shown = found.slice(0, wanted.limit);
  const last = places.length === steps ? places.at(-1) : undefined;
  return {
    lines: await listLinesOf(deps.db, pageId, psidsOf(shown)),
    end: found.length > wanted.limit ? shown.at(-1) : last,
  };
}

const psidsOf = (places: { psid: string }[]) => places.map(({ psid }) => psid);
