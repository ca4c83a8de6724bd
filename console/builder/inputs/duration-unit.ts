import { units } from "../steps/summary.ts";

export type Unit = (typeof units)[number][0];

/**
 * The unit that a duration is shown in: the chosen one while the duration is a whole number of it, else the largest
 * without a remainder. Hours if nothing is set.
 */
export function durationUnit(seconds: number | undefined, chosen: Unit | undefined): [unit: Unit, seconds: number] {
  const isWhole = ([, size]: (typeof units)[number]) => seconds === undefined || seconds % size === 0;
  const wanted = units.find(([unit]) => unit === chosen);
  if (wanted && isWhole(wanted)) return wanted;
  const largest = seconds ? units.find(isWhole) : undefined;
  return largest ?? ["hour", 3600];
}
