import { type CountryCode, getCountries } from "libphonenumber-js";

export function countryOfZone(zone: string | null | undefined): CountryCode | undefined {
  const name = zone ? canonicalZone(zone) : undefined;
  return name === undefined ? undefined : countriesByZone().get(name);
}

/** The name of a zone that Intl lists, since a zone may have several names. */
function canonicalZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

let countries: Map<string, CountryCode> | undefined;

/** Built on first use, which takes about 60 ms. Stays empty if Intl does not know the zones of countries. */
function countriesByZone(): Map<string, CountryCode> {
  if (countries) return countries;
  countries = new Map();
  for (const country of getCountries()) {
    const locale: { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
    for (const zone of locale.getTimeZones?.() ?? []) countries.set(zone, country);
  }
  return countries;
}
