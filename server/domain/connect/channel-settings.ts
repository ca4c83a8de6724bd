import { invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { z } from "zod";
import type { Channel } from "../../channels/channel.ts";

/** JSON Schema of a channel's settings, from which the console draws a form. Secrets carry `input: "secret"`. */
export const settingsSchemaOf = (channel: Pick<Channel, "settings">): JsonObject => schemaOf(channel.settings);

/** The same of the settings that an owner enters to connect a page; null if the channel has no platform. */
export const entrySchemaOf = ({ account }: Channel): JsonObject | null => account && schemaOf(account.entry.settings);

function schemaOf(settings: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(settings, { io: "input", reused: "inline" });
  return schema;
}

/** The settings without their secrets, and the names of the secrets that are set. */
export function withoutSecrets(channel: Channel, stored: unknown): { settings: JsonObject; hasSecret: string[] } {
  const secrets = new Set(secretsOf(channel));
  const entries = Object.entries(isObject(stored) ? stored : {});
  return {
    settings: Object.fromEntries(entries.filter(([name]) => !secrets.has(name))),
    hasSecret: entries.flatMap(([name, value]) => (secrets.has(name) && value ? [name] : [])),
  };
}

/** The settings to store: secrets that are not given keep their value. Throws with every fault. */
export function mergeSettings(channel: Channel, stored: unknown, given: JsonObject): unknown {
  const known = isObject(stored) ? stored : {};
  const kept = secretsOf(channel).flatMap((name) => (Object.hasOwn(known, name) ? [[name, known[name]]] : []));
  const parsed = channel.settings.safeParse({ ...Object.fromEntries(kept), ...given });
  if (parsed.success) return parsed.data;
  throw invalidFields(faultsOf(parsed.error).map(({ path, message }) => ({ path: `/settings${path}`, message })));
}

/** Throws for addresses that are neither the platform's own nor on a host that the operator allows. */
export function checkAddresses(channel: Channel, settings: unknown, allowedHosts: readonly string[]): void {
  const { properties } = settingsSchemaOf(channel);
  const faults = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) => {
    if (!isObject(field) || !field.isPlatformAddress || !isObject(settings) || !Object.hasOwn(settings, name))
      return [];
    const [given, own] = [URL.parse(String(settings[name])), URL.parse(String(field.default))];
    if (given && (given.origin === own?.origin || allowedHosts.includes(given.hostname))) return [];
    return [{ path: `/settings/${name}`, message: "must be the platform's own, or a host that the operator allows" }];
  });
  if (faults.length > 0) throw invalidFields(faults);
}

/** Names of the settings that are secrets, the platform's token first. */
export function secretsOf(channel: Channel): string[] {
  const { properties } = settingsSchemaOf(channel);
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) =>
    isObject(field) && field.input === "secret" ? [name] : [],
  );
}
