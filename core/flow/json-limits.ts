import type { PlainFault } from "../model/faults.ts";
import { isObject } from "../model/json.ts";
import { isStorable } from "../model/text.ts";

const maxDepth = 24;
const maxBytes = 1024 * 1024;

/**
 * The reasons why a JSON value cannot be stored and read back unchanged. Checked first: other code may then recurse
 * into the value without overflowing the stack.
 */
export function faultsOfJson(value: unknown): PlainFault[] {
  const fault = findFault(value, []);
  if (fault) return [fault];
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  return bytes > maxBytes ? [{ path: [], message: "must be at most 1 MiB of JSON" }] : [];
}

function findFault(value: unknown, path: PropertyKey[]): PlainFault | undefined {
  if (path.length > maxDepth) return { path: [], message: `must not be nested deeper than ${maxDepth} levels` };
  if (typeof value === "string") return isStorable(value) ? undefined : { path, message: unstorable };
  // JSON.parse reads 1e999 as infinity, which JSON.stringify writes as null.
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : { path, message: "must be a finite number" };
  if (Array.isArray(value)) return findFirst(value.entries(), path);
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  if (!keys.every(isStorable)) return { path, message: unstorable };
  if (keys.includes("__proto__")) return { path, message: "must not hold unknown fields" };
  return findFirst(Object.entries(value), path);
}

function findFirst(entries: Iterable<[PropertyKey, unknown]>, path: PropertyKey[]): PlainFault | undefined {
  for (const [key, item] of entries) {
    const fault = findFault(item, [...path, key]);
    if (fault) return fault;
  }
  return undefined;
}

const unstorable = "must not hold NUL or lone surrogates";
