import { useReactFlow } from "@xyflow/react";
import { type RefObject, useCallback } from "react";
import { freeExit, type PaletteCall } from "../builder.ts";
import { useScene } from "../context.ts";
import { findAt } from "../edit/draft.ts";
import { besideOf } from "./free-place.ts";
import { placesOf, usualSize } from "./layout.ts";

/**
 * The place of the next step: on the selected line, or to the right of the selected step and connected to it, else in
 * the middle of the canvas.
 */
export function useNextPlace(canvas: RefObject<HTMLElement | null>): () => PaletteCall {
  const { builder } = useScene();
  const { screenToFlowPosition, getInternalNode } = useReactFlow();
  return useCallback(() => {
    const { selection, history, edge } = builder.get();
    const draft = history.present;
    const box = canvas.current?.getBoundingClientRect();
    const middle = box ? { x: box.x + box.width / 2 - 136, y: box.y + box.height / 3 } : { x: 0, y: 0 };
    const target = edge && findAt(draft.steps[edge.step], edge.exit);
    if (edge && typeof target === "string") {
      const from = { step: edge.step, exit: edge.exit };
      return { screen: null, at: screenToFlowPosition(middle), from, to: target };
    }
    const [id] = selection;
    const place = id === undefined || selection.length > 1 ? undefined : placesOf(draft).get(id);
    if (id === undefined || !place) return { screen: null, at: screenToFlowPosition(middle) };
    const width = getInternalNode(id)?.measured.width ?? usualSize.width;
    return { screen: null, at: besideOf({ ...place, width }), from: freeExit(draft, id) };
  }, [builder, canvas, getInternalNode, screenToFlowPosition]);
}
