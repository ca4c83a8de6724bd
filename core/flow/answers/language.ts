import { countryOfZone } from "./country.ts";
import type { Reading } from "./reading.ts";

/** What numbers and dates are read by: the customer's language, else the main one of where they or the page are. */
export function languageFor({ locale, zones }: Pick<Reading, "locale" | "zones">): string | undefined {
  const language = languageOf(locale);
  if (language) return language;
  const country = zones.map(countryOfZone).find((each) => each !== undefined);
  return country && new Intl.Locale(`und-${country}`).maximize().toString();
}

/** A locale as platforms write it, "en_US", in the form that Intl takes; undefined for what is none. */
export function languageOf(locale: string | null): string | undefined {
  if (!locale) return undefined;
  try {
    return Intl.getCanonicalLocales(locale.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}
