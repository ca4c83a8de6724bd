/** The times that a conversation can be put off to; null: until the customer writes. */
type SnoozeTime = { name: "hour" | "threeHours" | "tomorrow" | "monday" | "input"; until: Date | null };

const morning = 9;

/** In the time zone of the browser: the person's own morning. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const inDays = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
  // Sunday is day 0. On Mondays, the next one.
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { name: "hour", until: inHours(1) },
    { name: "threeHours", until: inHours(3) },
    { name: "tomorrow", until: inDays(1) },
    // On Sundays it is tomorrow.
    ...(toMonday === 1 ? [] : [{ name: "monday" as const, until: inDays(toMonday) }]),
    { name: "input", until: null },
  ];
}
