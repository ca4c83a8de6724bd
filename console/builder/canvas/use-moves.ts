import { useReducedMotion } from "@mantine/hooks";
import { useCallback } from "react";

/** How long the canvas takes to move, in milliseconds: no time at all for people who asked for less motion. */
export function useMoves(): (duration: number) => { duration: number } {
  // At once: the first drawing may move the canvas.
  const isStill = useReducedMotion(undefined, { getInitialValueInEffect: false });
  return useCallback((duration) => ({ duration: isStill ? 0 : duration }), [isStill]);
}
