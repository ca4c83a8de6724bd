import type { JsonObject } from "@banter/core/model/json.ts";
import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";

/** Integers and texts that exist on the tested page: ids, customers, addresses. */
export type Vocabulary = { integers: number[]; words: string[] };

/** Values that match a schema and often refer to things that exist. */
export function anyInput(schema: z.ZodType, vocabulary: Vocabulary): Arbitrary<unknown> {
  return arbitraryOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonObject, vocabulary);
}

function arbitraryOf(schema: JsonObject, vocabulary: Vocabulary): Arbitrary<unknown> {
  const { integers, words } = vocabulary;
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return fc.oneof(...options.map((option) => arbitraryOf(option, vocabulary)));
  switch (schema.type) {
    case "object":
      return objectOf(schema, vocabulary);
    case "array":
      return fc.array(arbitraryOf((schema.items ?? {}) as JsonObject, vocabulary), {
        minLength: Math.min(Number(schema.minItems ?? 0), 3),
        maxLength: 3,
      });
    case "integer":
    case "number":
      return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...integers) }, fc.integer());
    case "string":
      return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...words) }, fc.string({ maxLength: 20 }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.constantFrom<unknown>(...words, ...integers);
  }
}

function objectOf(schema: JsonObject, vocabulary: Vocabulary): Arbitrary<JsonObject> {
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const fields = Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field, vocabulary)] as const);
  const requiredKeys = (schema.required ?? []) as string[];
  if (fields.length === 0) {
    return fc.dictionary(fc.constantFrom(...vocabulary.words), fc.constantFrom<unknown>(...vocabulary.words), {
      maxKeys: 3,
    });
  }
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}

/** The same values with one mistake in each. */
export function damaged(input: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(input, fc.nat(), odd, fc.constantFrom("replace", "remove", "add"))
    .map(([value, seed, wrong, how]) => {
      const copy = structuredClone(value);
      const places = placesIn(copy);
      const place = places[seed % Math.max(places.length, 1)];
      if (!place) return wrong;
      const { holder, key } = place;
      if (how === "remove") delete holder[key];
      else if (how === "add") holder[JSON.stringify(wrong).slice(0, 10)] = wrong;
      else holder[key] = wrong;
      return copy;
    });
}

const odd: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    "",
    " ",
    "\0",
    "\ud800",
    "{{",
    "__proto__",
    "constructor",
  ),
  fc.constantFrom<unknown>([], {}, [[]], { toString: 1 }, "a".repeat(3000), "javascript:alert(1)", "http://127.0.0.1/"),
  fc.jsonValue(),
);

type Place = { holder: JsonObject; key: string };

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as JsonObject;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}
