import { placesOf } from "./canvas/layout.ts";
import type { BuilderScene } from "./context.ts";
import { copySteps, type Place } from "./edit/copy.ts";
import type { Draft } from "./edit/draft.ts";

export function placeOf({ page, flowId, names }: BuilderScene): Place {
  return { pageId: page.id, flowId, names };
}

/** The steps as text for the clipboard; undefined where none is chosen. */
export function copied(scene: BuilderScene): string | undefined {
  const { history, selection } = scene.builder.get();
  if (selection.length === 0) return undefined;
  return copySteps(withPlaces(history.present), selection, placeOf(scene));
}

export function duplicate(scene: BuilderScene, ids: readonly string[]): void {
  const draft = withPlaces(scene.builder.get().history.present);
  scene.builder.paste(copySteps(draft, ids, placeOf(scene)), placeOf(scene));
}

/** A step without a place of its own is copied from where it is seen. */
function withPlaces(draft: Draft): Draft {
  return { ...draft, layout: Object.fromEntries(placesOf(draft)) };
}
