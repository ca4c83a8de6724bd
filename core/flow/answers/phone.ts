import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";
import { countryOfZone } from "./country.ts";
import { languageOf } from "./language.ts";
import type { Reading } from "./reading.ts";

/**
 * A phone number, stored in international form: +84901234567. Without a country code, the countries of the customer's
 * time zone, their language and the page's time zone are tried in this order.
 */
export function readPhone(words: string, { locale, zones }: Pick<Reading, "locale" | "zones">): string | undefined {
  const text = words.slice(0, 200);
  if (/^\s*\+/.test(text)) return valid(text);
  for (const country of likelyCountries(locale, zones)) {
    const number = valid(text, country);
    if (number) return number;
  }
  // An international number written without its plus.
  return valid(`+${text.replace(/^\s*00/, "")}`);
}

function valid(text: string, country?: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(text, country);
  return number?.isValid() ? number.number : undefined;
}

function* likelyCountries(
  locale: string | null,
  [zone, ...others]: readonly (string | null)[],
): Generator<CountryCode> {
  const ofLocale = countryOfLocale(locale);
  for (const country of [countryOfZone(zone), ofLocale, ...others.map(countryOfZone)]) if (country) yield country;
}

function countryOfLocale(locale: string | null): CountryCode | undefined {
  const language = languageOf(locale);
  const region = language && new Intl.Locale(language).maximize().region;
  return region !== undefined && isSupportedCountry(region) ? region : undefined;
}
