import { isStepType, type StepTypeName } from "@banter/core/flow/steps/index.ts";
import type { DragEvent } from "react";

const format = "application/x-banter-step";

/** Stores the step type in a drag from the palette. */
export function dragType(event: DragEvent, type: StepTypeName): void {
  event.dataTransfer.setData(format, type);
  event.dataTransfer.effectAllowed = "copy";
}

export function draggedType(event: DragEvent): StepTypeName | undefined {
  const type = event.dataTransfer.getData(format);
  return isStepType(type) ? type : undefined;
}
