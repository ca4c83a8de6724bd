/** The units of the default reply's pause, in seconds. */
export const units = { minutes: 60, hours: 3600, days: 86_400 } as const;
export type Unit = keyof typeof units;

const maxSeconds = 31_536_000;

/** The largest unit without a remainder. */
export function unitOf(seconds: number): Unit {
  if (seconds > 0 && seconds % units.days === 0) return "days";
  return seconds > 0 && seconds % units.hours === 0 ? "hours" : "minutes";
}

export const maxIn = (unit: Unit): number => maxSeconds / units[unit];

/** The same count in another unit, up to a year: "5 hours" becomes "5 days". */
export function inUnit(seconds: number, from: Unit, to: Unit): number {
  return Math.min(maxSeconds, Math.round(seconds / units[from]) * units[to]);
}
