import { z } from "zod";

/** The name of a step inside its flow. `__proto__` is refused, because objects lose that key silently. */
export const StepId = z.string().regex(/^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/, {
  error: "must be a step id: up to 64 letters, digits, _ and -",
});
export type StepId = z.infer<typeof StepId>;
