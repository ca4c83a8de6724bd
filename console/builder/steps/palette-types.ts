import { StepTypeName } from "@banter/core/flow/steps/index.ts";

/** The step types that the palette offers. */
export const paletteTypes: StepTypeName[] = StepTypeName.options;
