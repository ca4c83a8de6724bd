import { useStoreApi } from "@xyflow/react";
import { useCallback } from "react";
import { boxesOf } from "../canvas/boxes.ts";
import type { ExitEdge, StepNode } from "../canvas/graph.ts";
import { useScene } from "../context.ts";
import { duplicate } from "./mutations.ts";

/** Duplicates steps, beside those that the canvas has drawn. */
export function useDuplicate(): (ids: readonly string[]) => void {
  const scene = useScene();
  const store = useStoreApi<StepNode, ExitEdge>();
  return useCallback((ids) => duplicate(scene, ids, boxesOf(store.getState().nodes)), [scene, store]);
}
