import type { StepTypeName } from "@banter/core/flow/steps/index.ts";
import { useStoreApi } from "@xyflow/react";
import { useCallback } from "react";
import type { PaletteCall } from "../builder.ts";
import { useScene } from "../context.ts";
import { newStep } from "../edit/new-step.ts";
import { boxesOf } from "./boxes.ts";
import { freePlace, placeBetween } from "./free-place.ts";
import type { ExitEdge, StepNode } from "./graph.ts";
import { roughHeight, usualSize } from "./layout.ts";

/** Adds a step at a free place near the wanted one, or on the line that the palette was opened for. */
export function useAddStep(): (type: StepTypeName, call: PaletteCall) => void {
  const { builder } = useScene();
  const store = useStoreApi<StepNode, ExitEdge>();
  return useCallback(
    (type, { at, from, to }) => {
      const boxes = boxesOf(store.getState().nodes);
      const size = { ...usualSize, height: roughHeight(newStep(type)) };
      const source = boxes.find(({ id }) => id === from?.step);
      const target = boxes.find(({ id }) => id === to);
      if (!source || !target) {
        builder.add(type, freePlace(at, size, boxes), from);
        return;
      }
      const place = placeBetween(source, target, size, boxes);
      builder.add(type, place.at, from, { to: target.id, moved: place.moved });
    },
    [builder, store],
  );
}
