import { invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { z } from "zod";
import type { Channel } from "../../channels/channel.ts";

/** What connecting takes, for the console to draw a form of. Secrets among it carry `input: "secret"`. */
export function settingsSchemaOf(channel: Channel): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(channel.settings, { io: "input", reused: "inline" });
  return schema;
}

/** The settings with their secrets left out, and the names of those that are set. */
export function withoutSecrets(channel: Channel, stored: unknown): { settings: JsonObject; hasSecret: string[] } {
  const secrets = new Set(secretsOf(channel));
  const entries = Object.entries(isObject(stored) ? stored : {});
  return {
    settings: Object.fromEntries(entries.filter(([name]) => !secrets.has(name))),
    hasSecret: entries.flatMap(([name, value]) => (secrets.has(name) && value ? [name] : [])),
  };
}

/** What is to be stored. A secret left out keeps its value. Throws with every fault. */
export function mergeSettings(channel: Channel, stored: unknown, given: JsonObject): unknown {
  const known = isObject(stored) ? stored : {};
  const kept = secretsOf(channel).flatMap((name) => (Object.hasOwn(known, name) ? [[name, known[name]]] : []));
  const parsed = channel.settings.safeParse({ ...Object.fromEntries(kept), ...given });
  if (parsed.success) return parsed.data;
  throw invalidFields(faultsOf(parsed.error).map(({ path, message }) => ({ path: `/settings${path}`, message })));
}

/** Refuses addresses that are neither the platform's own nor among the hosts that the operator has allowed. */
export function checkAddresses(channel: Channel, settings: unknown, allowedHosts: readonly string[]): void {
  const { properties } = settingsSchemaOf(channel);
  const faults = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) => {
    if (!isObject(field) || !field.isPlatformAddress || !isObject(settings)) return [];
    const [given, own] = [URL.parse(String(settings[name])), URL.parse(String(field.default))];
    if (given && (given.origin === own?.origin || allowedHosts.includes(given.hostname))) return [];
    return [{ path: `/settings/${name}`, message: "must be the platform's own, or a host that the operator allows" }];
  });
  if (faults.length > 0) throw invalidFields(faults);
}

function secretsOf(channel: Channel): string[] {
  const { properties } = settingsSchemaOf(channel);
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) =>
    isObject(field) && field.input === "secret" ? [name] : [],
  );
}
