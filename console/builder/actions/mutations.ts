import { type Box, placesOf } from "../canvas/layout.ts";
import type { BuilderScene } from "../context.ts";
import { copySteps, type Place } from "../edit/copy.ts";
import type { Draft } from "../edit/draft.ts";

export function placeOf({ page, flowId, names }: BuilderScene): Place {
  return { pageId: page.id, flowId, names };
}

/** The selected steps as text for the clipboard; undefined if there are none. */
export function copied(scene: BuilderScene): string | undefined {
  const { history, selection } = scene.builder.get();
  if (selection.length === 0) return undefined;
  return copySteps(withPlaces(history.present), selection, placeOf(scene));
}

/** `boxes` are those of all steps as the canvas has drawn them. */
export function duplicate(scene: BuilderScene, ids: readonly string[], boxes?: readonly Box[]): void {
  const draft = withPlaces(scene.builder.get().history.present);
  scene.builder.paste(copySteps(draft, ids, placeOf(scene)), placeOf(scene), { boxes });
}

/** A step without a stored place is copied from its place on the canvas. */
function withPlaces(draft: Draft): Draft {
  return { ...draft, layout: Object.fromEntries(placesOf(draft)) };
}
