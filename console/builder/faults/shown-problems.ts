import type { Problem } from "@banter/core/flow/problem.ts";
import { pointer } from "@banter/core/model/pointer.ts";
import { type Draft, findAt, type Path } from "../edit/draft.ts";

/** Places in the document, as JSON pointers. */
export type UnfinishedPlaces = {
  /** New steps and rows, and fields that were empty when the flow was opened: they may be filled in yet. */
  young: readonly string[];
  /** Settings in them that the author has written, also if they are empty again. */
  touched: readonly string[];
  /** Fields in them that the author has touched, and then left. */
  left: readonly string[];
};

/** The problems without those of places that the author is still filling in. */
export function shownProblems(
  problems: readonly Problem[],
  { young, left }: Pick<UnfinishedPlaces, "young" | "left">,
): readonly Problem[] {
  if (young.length === 0) return problems;
  return problems.filter(({ path }) => left.includes(path) || !young.some((place) => isWithin(path, place)));
}

/** The fields of steps that are empty, and must not be. A reload forgets which of them are new, so all may be. */
export function emptyPlaces(problems: readonly Problem[], draft: Pick<Draft, "steps">): string[] {
  return problems
    .filter(({ severity, path }) => severity === "error" && path.startsWith("/steps/") && isEmpty(valueAt(draft, path)))
    .map(({ path }) => path);
}

/** Notes that a setting was written. */
export function touch(unfinished: UnfinishedPlaces, setting: string): UnfinishedPlaces {
  const { young, touched } = unfinished;
  if (young.length === 0 || touched.includes(setting)) return unfinished;
  return { ...unfinished, touched: [...touched, setting] };
}

/** Notes that a field has lost the focus. A field gets the focus by itself too: an untouched one does not count. */
export function leave(unfinished: UnfinishedPlaces, field: string): UnfinishedPlaces {
  const { young, touched, left } = unfinished;
  const isTouched = touched.some((setting) => isWithin(setting, field));
  if (young.length === 0 || !isTouched || left.includes(field)) return unfinished;
  return { ...unfinished, left: [...left, field] };
}

/** A step that was selected and no longer is counts as filled in. */
export function finishSteps({ young, touched, left }: UnfinishedPlaces, gone: readonly string[]): UnfinishedPlaces {
  const places = gone.map((id) => stepPointer(id));
  const stays = (path: string) => !places.some((place) => isWithin(path, place));
  return { young: young.filter(stays), touched: touched.filter(stays), left: left.filter(stays) };
}

export function stepPointer(id: string, path: Path = []): string {
  return pointer(["steps", id, ...path]);
}

const valueAt = (draft: Pick<Draft, "steps">, path: string): unknown =>
  findAt(
    draft,
    path
      .split("/")
      .slice(1)
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")),
  );

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
