import { GoalValue } from "../happenings/goal.ts";
import { readNumber } from "./number.ts";
import type { Reading } from "./reading.ts";

/** The value of a goal in a text, such as "1.234,5"; undefined if it is none. */
export function readGoalValue(text: string, reading: Pick<Reading, "locale" | "zones">): number | undefined {
  const plain = /^\d+(\.\d+)?$/.test(text.trim()) ? text.trim() : readNumber(text, reading);
  return plain === undefined ? undefined : GoalValue.safeParse(Number(plain)).data;
}
