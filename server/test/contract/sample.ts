import type { JsonObject } from "@banter/core/model/json.ts";
import { z } from "zod";
import type { Ids } from "./workspace.ts";

/** How many samples are tried: each takes another option of every choice, with and without the optional fields. */
const variants = 12;

/** Values that the schema takes. A field that names a thing has its id. */
export function samplesOf(schema: z.ZodType, ids: Ids): unknown[] {
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonObject;
  const drawn = Array.from({ length: 2 * variants }, (_, number) =>
    sampleOf(described, "", { ids, variant: Math.floor(number / 2), isWhole: number % 2 === 0 }),
  );
  const valid = drawn.filter((value) => value !== undefined && schema.safeParse(value).success);
  return [...new Map(valid.map((value) => [JSON.stringify(value), value])).values()];
}

type Drawing = { ids: Ids; variant: number; isWhole: boolean };

function sampleOf(schema: JsonObject, name: string, drawing: Drawing): unknown {
  const known = drawing.ids[name];
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[drawing.variant % schema.enum.length];
  if (known !== undefined && schema.type !== "array" && schema.type !== "object") return known;
  const options = (schema.anyOf ?? schema.oneOf) as JsonObject[] | undefined;
  if (options) return sampleOf(options[drawing.variant % options.length] ?? {}, name, drawing);
  switch (schema.type) {
    case "object":
      return objectOf(schema, drawing);
    case "array":
      return schema.maxItems === 0 ? [] : [sampleOf((schema.items ?? {}) as JsonObject, name, drawing)];
    case "integer":
    case "number":
      return Math.max(Number(schema.minimum ?? 1), 1);
    case "string":
      return textOf(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return {};
  }
}

function objectOf(schema: JsonObject, drawing: Drawing): JsonObject {
  const required = (schema.required ?? []) as string[];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>);
  return Object.fromEntries(
    fields
      .filter(([name]) => drawing.isWhole || required.includes(name))
      .map(([name, field]) => [name, sampleOf(field, name, drawing)]),
  );
}

function textOf({ pattern, minLength = 0, maxLength = 10_000, format }: JsonObject): string {
  const fits = (text: string) =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (typeof pattern !== "string" || new RegExp(pattern, "u").test(text));
  if (format === "uri") return "https://shop.example/a.png";
  return texts.find(fits) ?? "";
}

const texts = [
  "hello",
  "Asia/Ho_Chi_Minh",
  "ann@example.com",
  "https://shop.example",
  "2030-01-01T00:00:00.000Z",
  "2030-01-01",
  "09:00",
  "#aabbcc",
  "12345678",
  "+84901234567",
  "YSxiCjEsMgo=",
  "correct horse battery staple",
  "123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "field:size",
];

type Place = (string | number)[];

type Leaf = { sample: unknown; place: Place; leaf: unknown };

/**
 * The leaves of all samples. Those at the same place are given once, unless the things that they belong to are of
 * different types.
 */
export function distinctLeaves(samples: unknown[]): Leaf[] {
  const leaves = samples.flatMap((sample) => leavesOf(sample).map((found) => ({ sample, ...found })));
  return [...new Map(leaves.map((found) => [kindOf(found), found])).values()];
}

function kindOf({ sample, place, leaf }: Leaf): string {
  let holder = sample;
  const types = place.map((key) => {
    const { type } = holder as JsonObject;
    holder = (holder as JsonObject)[key];
    return type;
  });
  return JSON.stringify([place, types, typeof leaf]);
}

/** The leaves of a value, with their places. */
function leavesOf(value: unknown, place: Place = []): { place: Place; leaf: unknown }[] {
  if (typeof value !== "object" || value === null) return [{ place, leaf: value }];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...place, key]));
}

/** A copy of the value with another leaf. */
export function withLeaf(value: unknown, place: Place, leaf: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return leaf;
  const copy = structuredClone(value) as JsonObject;
  copy[key] = withLeaf(copy[key], rest, leaf);
  return copy;
}
