import { type CountryCode, getCountries } from "libphonenumber-js";

/** The country that a zone is in. */
export function countryOfZone(zone: string | null | undefined): CountryCode | undefined {
  const name = zone ? canonicalZone(zone) : undefined;
  return name === undefined ? undefined : countriesByZone().get(name);
}

/** Zones have several names; Intl's own is the one that its lists of zones hold. */
function canonicalZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

let countries: Map<string, CountryCode> | undefined;

/** Made when first asked for: it takes some 60 ms. Where Intl does not tell a country's zones, it stays empty. */
function countriesByZone(): Map<string, CountryCode> {
  if (countries) return countries;
  countries = new Map();
  for (const country of getCountries()) {
    const locale: { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
    for (const zone of locale.getTimeZones?.() ?? []) countries.set(zone, country);
  }
  return countries;
}
