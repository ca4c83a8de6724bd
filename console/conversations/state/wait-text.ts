const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long a customer has waited, short: "12 min", "3 hr", "2 days". The first minute counts as one. */
export function waitText(since: string, language: string, now: number): string {
  const waited = Math.max(now - Date.parse(since), 60_000);
  const [unit, length] = units.find(([, ms]) => waited >= ms) ?? units[2];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(
    Math.floor(waited / length),
  );
}
