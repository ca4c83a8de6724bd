import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import { useBuilder } from "../context.ts";
import { usualSize } from "./layout.ts";
import { useMoves } from "./use-moves.ts";

/** Of a high step its head is enough. */
const maxHeight = 120;

/** Keeps the inspected step, or the current step of the test, in view and clear of the panel. */
export function useKeepInView(): void {
  const { getInternalNode, getViewport, setViewport } = useReactFlow();
  const taking = useMoves();
  const store = useStoreApi();
  const isOpen = useBuilder(({ panel }) => panel !== null);
  const active = useBuilder((state) => state.active);
  const chosen = useBuilder(({ selection, panel }) =>
    panel === "step" && selection.length === 1 ? selection[0] : null,
  );
  const wanted = active ?? chosen ?? null;
  useEffect(() => {
    if (wanted === null || !isOpen) return;
    // After the canvas has its new width, and a new step its place.
    let timer = setTimeout(look, 80);
    function look(): void {
      const node = wanted === null ? undefined : getInternalNode(wanted);
      if (!node) {
        timer = setTimeout(look, 80);
        return;
      }
      if (node.dragging) return;
      const { x, y, zoom } = getViewport();
      const { width, height } = freeArea(store.getState());
      const wide = node.measured.width ?? usualSize.width;
      const high = Math.min(node.measured.height ?? usualSize.height, maxHeight);
      const { x: left, y: top } = node.internals.positionAbsolute;
      const [from, to] = [left * zoom + x, (left + wide) * zoom + x];
      const [above, below] = [top * zoom + y, (top + high) * zoom + y];
      if (from >= 0 && to <= width && above >= 0 && below <= height) return;
      const middle = { x: width / 2 - (left + wide / 2) * zoom, y: height / 2 - (top + high / 2) * zoom };
      void setViewport({ ...middle, zoom }, taking(250));
    }
    return () => clearTimeout(timer);
  }, [wanted, isOpen, getInternalNode, getViewport, setViewport, store, taking]);
}

type Area = { width: number; height: number };

/** The canvas without the part that the panel covers on narrow screens. */
function freeArea({ domNode, width, height }: Area & { domNode: HTMLDivElement | null }): Area {
  const canvas = domNode?.getBoundingClientRect();
  const panel = document.querySelector(".side-panel")?.getBoundingClientRect();
  if (!canvas || !panel || panel.left >= canvas.right || panel.top <= canvas.top) return { width, height };
  return { width, height: Math.min(height, panel.top - canvas.top) };
}
