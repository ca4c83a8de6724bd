import { canRun, StepTypeName } from "@banter/core/flow/steps/index.ts";

/** The step types that the palette offers: only those that can run, since a flow with another cannot be published. */
export const paletteTypes: StepTypeName[] = StepTypeName.options.filter(canRun);
