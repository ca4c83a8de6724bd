import type { Problem } from "@banter/core/flow/problem.ts";
import { pointer } from "@banter/core/model/pointer.ts";
import type { Path } from "../edit/draft.ts";

/** Places in the document, as JSON pointers. */
export type UnfinishedPlaces = {
  /** New steps and rows: nobody has had the time to fill them in. */
  young: readonly string[];
  /** Fields in them that the author has left. */
  left: readonly string[];
};

/** The problems without those of places that the author is still filling in. */
export function shownProblems(problems: readonly Problem[], { young, left }: UnfinishedPlaces): readonly Problem[] {
  if (young.length === 0) return problems;
  return problems.filter(({ path }) => left.includes(path) || !young.some((place) => isWithin(path, place)));
}

/** A step that was selected and no longer is counts as filled in. */
export function finishSteps({ young, left }: UnfinishedPlaces, gone: readonly string[]): UnfinishedPlaces {
  const places = gone.map((id) => stepPointer(id));
  const stays = (path: string) => !places.some((place) => isWithin(path, place));
  return { young: young.filter(stays), left: left.filter(stays) };
}

export function stepPointer(id: string, path: Path = []): string {
  return pointer(["steps", id, ...path]);
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
