import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isObject } from "@banter/core/model/json.ts";
import { channels } from "../../channels/index.ts";
import { parseWebhook } from "./webhook-json.ts";

const pages = {
  messenger: "104000000000001",
  instagram: "igo_17841400000000001",
  whatsapp: "waba_106540352242922",
  telegram: "tg_42",
  line: "ln_2000123456",
  zalo: "zl_579745863508352884",
} as const;

type Fixture = { name: string; given: unknown };

for (const [channel, pageId] of Object.entries(pages) as [keyof typeof pages, string][]) {
  test(`${channel}: null in the place of any absent field changes nothing`, () => {
    const file = new URL(`../../channels/${channel}/fixtures/inbound.json`, import.meta.url);
    const fixtures: Fixture[] = JSON.parse(readFileSync(file, "utf8"));
    const known = new Map<string, Set<string>>();
    for (const { given } of fixtures) collectNames(given, known);
    const read = (body: unknown) => channels[channel]?.inbound?.webhook.parse(body, pageId);
    const outcome = (body: unknown) => {
      try {
        return read(body);
      } catch (error) {
        return (error as Error).name;
      }
    };

    for (const { name, given } of fixtures) {
      const bytes = Buffer.from(JSON.stringify(withNulls(given, known)));
      assert.deepEqual(outcome(parseWebhook(bytes)), outcome(given), name);
    }
  });
}

/** The names of members at each place of the fixtures; a place is the names above it. */
function collectNames(value: unknown, known: Map<string, Set<string>>, place = ""): void {
  if (Array.isArray(value)) for (const item of value) collectNames(item, known, `${place}[]`);
  if (!isObject(value)) return;
  const names = known.get(place) ?? new Set();
  known.set(place, names);
  for (const [name, item] of Object.entries(value)) {
    names.add(name);
    collectNames(item, known, `${place}.${name}`);
  }
}

function withNulls(value: unknown, known: Map<string, Set<string>>, place = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => withNulls(item, known, `${place}[]`));
  if (!isObject(value)) return value;
  const given = Object.entries(value).map(([name, item]) => [name, withNulls(item, known, `${place}.${name}`)]);
  const absent = [...(known.get(place) ?? [])].filter((name) => !Object.hasOwn(value, name));
  return Object.fromEntries([...given, ...absent.map((name) => [name, null])]);
}
