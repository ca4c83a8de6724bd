import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import { useBuilder } from "../context.ts";

/** Keeps the inspected step, or the current step of the test, in view when a panel opens. */
export function useKeepInView(): void {
  const { getInternalNode, getViewport, setCenter } = useReactFlow();
  const store = useStoreApi();
  const isOpen = useBuilder(({ panel }) => panel !== null);
  const active = useBuilder((state) => state.active);
  const chosen = useBuilder(({ selection, panel }) =>
    panel === "step" && selection.length === 1 ? selection[0] : null,
  );
  const wanted = active ?? chosen ?? null;
  useEffect(() => {
    if (wanted === null || !isOpen) return;
    // After the canvas has its new width.
    const timer = setTimeout(() => {
      const node = getInternalNode(wanted);
      if (!node || node.dragging) return;
      const { x, y, zoom } = getViewport();
      const { width, height } = store.getState();
      const { width: wide = 0, height: high = 0 } = node.measured;
      const { x: left, y: top } = node.internals.positionAbsolute;
      const [from, to] = [left * zoom + x, (left + wide) * zoom + x];
      const [above, below] = [top * zoom + y, (top + Math.min(high, 120)) * zoom + y];
      if (from >= 0 && to <= width && above >= 0 && below <= height) return;
      void setCenter(left + wide / 2, top + high / 2, { zoom, duration: 250 });
    }, 80);
    return () => clearTimeout(timer);
  }, [wanted, isOpen, getInternalNode, getViewport, setCenter, store]);
}
