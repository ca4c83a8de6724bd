import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../ui/toast.tsx";
import { placesOf } from "./canvas/layout.ts";
import { type BuilderScene, useScene } from "./context.ts";
import type { Point } from "./edit/draft.ts";
import { nudged } from "./edit/edit.ts";
import { copied, duplicate, placeOf } from "./mutations.ts";

type Keys = { root: RefObject<HTMLElement | null>; openPalette: () => void };

/** Keyboard shortcuts of the canvas, and its clipboard. */
export function useKeys({ root, openPalette }: Keys): void {
  const scene = useScene();
  const { t } = useTranslation("builder");
  const { screenToFlowPosition } = useReactFlow();
  useEffect(() => {
    const { builder } = scene;
    const isOurs = (target: EventTarget | null) =>
      target === document.body || (target instanceof Node && root.current?.contains(target) === true);

    function press(event: KeyboardEvent): void {
      if (!isOurs(event.target) || event.defaultPrevented) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (isCommand && (key === "z" || key === "y")) {
        event.preventDefault();
        if (key === "y" || event.shiftKey) builder.redo();
        else builder.undo();
        return;
      }
      if (isEditable(event.target)) return;
      if (!isCommand && (key === "/" || key === "+") && builder.canEdit) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (isOnCanvas(event.target) && pressOnCanvas(scene, event)) event.preventDefault();
    }

    function copy(event: ClipboardEvent): void {
      if (!isOurs(event.target) || isEditable(event.target) || String(getSelection())) return;
      const text = copied(scene);
      if (text === undefined) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", text);
      const count = builder.get().selection.length;
      if (event.type === "cut") builder.remove(builder.get().selection);
      showToast({ message: t("clipboard.copied", { count }) });
    }

    function paste(event: ClipboardEvent): void {
      if (!isOurs(event.target) || isEditable(event.target)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const box = root.current?.querySelector(".react-flow")?.getBoundingClientRect();
      const middle: Point | undefined =
        box && screenToFlowPosition({ x: box.x + box.width / 2 - 140, y: box.y + box.height / 3 });
      const pasted = builder.paste(text, placeOf(scene), middle);
      if (!pasted) return;
      event.preventDefault();
      const count = pasted.ids.length;
      const message = t("clipboard.pasted", { count });
      showToast({
        message: pasted.unset > 0 ? `${message} ${t("clipboard.unset", { count: pasted.unset })}` : message,
      });
    }

    const handlers = { keydown: press, copy, cut: copy, paste };
    for (const [name, handler] of Object.entries(handlers)) document.addEventListener(name, handler as EventListener);
    return () => {
      for (const [name, handler] of Object.entries(handlers))
        document.removeEventListener(name, handler as EventListener);
    };
  }, [scene, root, openPalette, t, screenToFlowPosition]);
}

/** True if the key was handled. */
function pressOnCanvas(scene: BuilderScene, event: KeyboardEvent): boolean {
  const { builder } = scene;
  const { selection, edge, history } = builder.get();
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isCommand && key === "a") {
    builder.select(Object.keys(history.present.steps));
    return true;
  }
  if (isCommand && key === "d") {
    duplicate(scene, selection);
    return true;
  }
  if (isCommand) return false;
  const focused = (event.target as Element).closest<HTMLElement>(".react-flow__node")?.dataset.id;
  if ((key === "enter" || key === " ") && focused) {
    builder.select([focused], "step");
    return true;
  }
  if (key === "delete" || key === "backspace") {
    if (edge) builder.connect(edge.step, edge.exit, null);
    else builder.remove(selection);
    return true;
  }
  if (key === "escape") {
    builder.select([]);
    return true;
  }
  const direction = directions[key];
  if (!direction || selection.length === 0 || !builder.canEdit) return false;
  builder.move(nudged(placesOf(history.present), selection, direction, event.shiftKey ? 50 : 10), "nudge");
  return true;
}

const directions: Record<string, Point> = {
  arrowleft: { x: -1, y: 0 },
  arrowright: { x: 1, y: 0 },
  arrowup: { x: 0, y: -1 },
  arrowdown: { x: 0, y: 1 },
};

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}

/** Delete on a button of the header must not delete a step. */
function isOnCanvas(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.closest(".react-flow, .steps-list") !== null);
}
