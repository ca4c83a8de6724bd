import { countryOfZone } from "./country.ts";
import type { Reading } from "./reading.ts";

/** The language to read numbers and dates in: the customer's, else the main one of their or the page's country. */
export function languageFor({ locale, zones }: Pick<Reading, "locale" | "zones">): string | undefined {
  const language = languageOf(locale);
  if (language) return language;
  const country = zones.map(countryOfZone).find((each) => each !== undefined);
  return country && new Intl.Locale(`und-${country}`).maximize().toString();
}

/** Converts a platform's locale, "en_US", to the form of Intl; undefined if it is not a locale. */
export function languageOf(locale: string | null): string | undefined {
  if (!locale) return undefined;
  try {
    return Intl.getCanonicalLocales(locale.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}
