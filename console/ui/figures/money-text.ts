/** A value as people write it: with the currency's own sign and places. One that no list has is a plain number. */
export function moneyText(value: number, currency: string | null, language: string): string {
  if (currency === null) return value === 0 ? "" : value.toLocaleString(language);
  try {
    return value.toLocaleString(language, { style: "currency", currency });
  } catch {
    return `${value.toLocaleString(language)} ${currency}`;
  }
}

type Worth = { currency: string | null; value: number };

/** The total value of goals, each currency by itself: "120,000 ₫ · €30.00". Empty if they were worth nothing. */
export function worthText(goals: readonly Worth[], language: string): string {
  const sums = Map.groupBy(
    goals.filter(({ value }) => value > 0),
    ({ currency }) => currency,
  );
  const sum = (group: Worth[]) => group.reduce((all, { value }) => all + value, 0);
  return [...sums].map(([currency, group]) => moneyText(sum(group), currency, language)).join(" · ");
}
