/** Below this score, a passage most likely has no answer. Measured: see docs/ai.md. */
export const usualThreshold = 0.28;
