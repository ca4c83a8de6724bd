import { foldMarks } from "@banter/core/match/normalise.ts";
import { zoneCity } from "../../ui/period/zone-city.ts";
import { citiesOf, formerNamesOf, zoneOf } from "./zone-names.ts";

/** A time zone to choose. `plain` is the text that a search looks at. */
export type ZoneOption = { value: string; label: string; country: string; plain: string };

type World = { known: string[]; at: number };

const thisBrowser = (): World => ({ known: Intl.supportedValuesOf("timeZone"), at: Date.now() });

/** All zones of the browser and the page's own, from west to east. */
export function listZones(own: string, language: string, { known, at } = thisBrowser()): ZoneOption[] {
  const countries = countryCodes();
  const [names, english] = [language, "en"].map((one) => new Intl.DisplayNames(one, { type: "region" }));
  const zones = [...new Set(["UTC", own, ...known].map(zoneOf))];
  return zones
    .map((zone) => ({ zone, minutes: offsetOf(zone, at) }))
    .sort((one, other) => one.minutes - other.minutes || zoneCity(one.zone).localeCompare(zoneCity(other.zone)))
    .map(({ zone, minutes }) => {
      const label = labelOf(zone, minutes);
      const code = countries.get(zone);
      const country = (code && names?.of(code)) ?? "";
      const inEnglish = (code && english?.of(code)) ?? "";
      const words = [label, country, inEnglish, zone, ...formerNamesOf(zone), ...(citiesOf[zone] ?? [])];
      return { value: zone, label, country, plain: plainOf(words.join(" ")) };
    });
}

/** One zone by itself: all of them take a noticeable time. */
export function zoneLabel(name: string, at = Date.now()): string {
  const zone = zoneOf(name);
  return labelOf(zone, offsetOf(zone, at));
}

/** The zones that have every word of the query, with or without accents. */
export function searchZones(zones: readonly ZoneOption[], query: string): ZoneOption[] {
  const words = plainOf(query).split(" ");
  return zones.filter(({ plain }) => words.every((word) => plain.includes(word)));
}

const plainOf = (text: string) =>
  foldMarks(text)
    .replaceAll(/[_/·()]+/g, " ")
    .trim();

function labelOf(zone: string, minutes: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const size = Math.abs(minutes);
  const offset = `GMT${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `(${offset}) ${zoneCity(zone)}`;
}

/** Minutes ahead of UTC at an instant. */
function offsetOf(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(at);
  const text = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

let codes: ReadonlyMap<string, string> | undefined;

/** The code of each zone's country, by the browser's own tables; browsers without them show the cities alone. */
function countryCodes(): ReadonlyMap<string, string> {
  codes ??= new Map(allCodes().flatMap((code) => zonesIn(code).map((zone) => [zoneOf(zone), code] as const)));
  return codes;
}

function allCodes(): string[] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => names.of(code) !== undefined);
}

/** Newer than TypeScript's table of the language. */
type WithZones = { getTimeZones?: () => string[] | undefined };
const zonesIn = (code: string): string[] => (new Intl.Locale(`und-${code}`) as WithZones).getTimeZones?.() ?? [];
