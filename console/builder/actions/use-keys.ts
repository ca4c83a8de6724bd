import { type RefObject, useEffect } from "react";
import { placesOf } from "../canvas/layout.ts";
import { type BuilderScene, useScene } from "../context.ts";
import type { Point } from "../edit/draft.ts";
import { nudged } from "../edit/edit.ts";
import { useFoldedInspector } from "../panels/use-folded-inspector.ts";
import { focusPanel, focusStep, isFirstInPanel, isInPanel, tabIntoPanel } from "./focus.ts";
import { isEditable, isOnCanvas, isOurs } from "./key-targets.ts";
import { nextLine } from "./next-line.ts";
import { useDuplicate } from "./use-duplicate.ts";

type Keys = { root: RefObject<HTMLElement | null>; openPalette: () => void; openShortcuts: () => void };

/** Keyboard shortcuts of the builder. `shortcut-list.ts` lists them for people. */
export function useKeys({ root, openPalette, openShortcuts }: Keys): void {
  const scene = useScene();
  const [, fold] = useFoldedInspector();
  const duplicate = useDuplicate();
  useEffect(() => {
    const { builder } = scene;

    function open(step: string): void {
      builder.select([step], "step");
      fold(false);
      // After the settings have been drawn.
      setTimeout(focusPanel);
    }

    function press(event: KeyboardEvent): void {
      if (!isOurs(root, event.target) || event.defaultPrevented) return;
      if (pressAnywhere(scene, event) || pressInPanel(scene, event)) {
        event.preventDefault();
        return;
      }
      if (isEditable(event.target)) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (!isCommand && (event.key === "/" || event.key === "+") && builder.canEdit) {
        event.preventDefault();
        openPalette();
      } else if (!isCommand && event.key === "?") {
        event.preventDefault();
        openShortcuts();
      } else if (isOnCanvas(event.target) && pressOnCanvas(scene, event, { open, duplicate })) event.preventDefault();
    }

    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [scene, root, openPalette, openShortcuts, fold, duplicate]);
}

// Each of these returns true if it handled the key.

function pressAnywhere({ builder }: BuilderScene, { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const letter = key.toLowerCase();
  if (!(ctrlKey || metaKey) || (letter !== "z" && letter !== "y")) return false;
  if (letter === "y" || shiftKey) builder.redo();
  else builder.undo();
  return true;
}

/** Leads from the settings of a step back to the step. */
function pressInPanel({ builder }: BuilderScene, { key, shiftKey, target }: KeyboardEvent): boolean {
  const [step] = builder.get().selection;
  if (step === undefined || !isInPanel(target)) return false;
  // An open list closes first, and a row that is being moved goes back.
  const isBusy = (target as Element).matches('[aria-expanded="true"], [aria-pressed="true"]');
  const isLeaving = key === "Escape" && !isBusy;
  if (!isLeaving && !(key === "Tab" && shiftKey && isFirstInPanel(target))) return false;
  focusStep(step);
  return true;
}

type OnCanvas = { open: (step: string) => void; duplicate: (ids: readonly string[]) => void };

function pressOnCanvas(scene: BuilderScene, event: KeyboardEvent, { open, duplicate }: OnCanvas): boolean {
  const { builder } = scene;
  const { selection, edge, history } = builder.get();
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isCommand && key === "a") {
    builder.select(Object.keys(history.present.steps));
    return true;
  }
  if (isCommand && key === "d") {
    duplicate(selection);
    return true;
  }
  if (isCommand) return false;
  const focused = (event.target as Element).closest<HTMLElement>(".react-flow__node")?.dataset.id;
  if ((key === "enter" || key === " ") && focused) {
    open(focused);
    return true;
  }
  if (key === "tab" && !event.shiftKey && focused && selection.length === 1 && selection[0] === focused)
    return tabIntoPanel();
  if (key === "l" && builder.canEdit) return chooseLine(scene, focused);
  if (key === "delete" || key === "backspace") {
    if (edge) disconnect(scene);
    else builder.remove(selection);
    return true;
  }
  if (key === "escape") {
    if (edge?.isByKey) focusStep(edge.step);
    builder.select([]);
    return true;
  }
  const direction = directions[key];
  if (!direction || selection.length === 0 || !builder.canEdit) return false;
  builder.move(nudged(placesOf(history.present), selection, direction, event.shiftKey ? 50 : 10), "nudge");
  return true;
}

/** Selects the first line of the focused or selected step, or the line after the one that is selected. */
function chooseLine({ builder }: BuilderScene, focused: string | undefined): boolean {
  const { selection, edge, history } = builder.get();
  const line = nextLine(history.present, focused ?? selection[0] ?? edge?.step, edge);
  if (line) builder.set({ edge: { ...line, isByKey: true }, selection: [] });
  return line !== undefined;
}

function disconnect({ builder }: BuilderScene): void {
  const { edge } = builder.get();
  if (!edge) return;
  builder.connect(edge.step, edge.exit, null);
  if (edge.isByKey) focusStep(edge.step);
}

const directions: Record<string, Point> = {
  arrowleft: { x: -1, y: 0 },
  arrowright: { x: 1, y: 0 },
  arrowup: { x: 0, y: -1 },
  arrowdown: { x: 0, y: 1 },
};
