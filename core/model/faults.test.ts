import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { faultsOf } from "./faults.ts";
import { text } from "./text.ts";

function faults(schema: z.ZodType, value: unknown, limit?: number): string[] {
  const { error } = schema.safeParse(value);
  return error ? faultsOf(error, limit).map(({ path, message }) => `${path} ${message}`.trim()) : [];
}

const messages: [string, z.ZodType, unknown][] = [
  ["is required", z.string(), undefined],
  ["must be text", z.string(), 5],
  ["must be a number", z.number(), "5"],
  ["must be a number", z.number(), Number.NaN],
  ["must be an integer", z.int(), 1.5],
  ["must be below 2^53", z.int(), 2 ** 53],
  ["must be true or false", z.boolean(), "true"],
  ["must be null", z.null(), 0],
  ["must be an object", z.strictObject({}), []],
  ["must be an object", z.record(z.string(), z.string()), "x"],
  ["must be a list", z.array(z.string()), {}],
  ["must be v2", z.literal("v2"), "v1"],
  ["must be one of a, b", z.enum(["a", "b"]), "c"],
  ["must be at least 3", z.number().min(3), 2],
  ["must be more than 3", z.number().gt(3), 3],
  ["must be at most 3", z.number().max(3), 4],
  ["must be less than 3", z.number().lt(3), 3],
  ["must be at least 1 character", z.string().min(1), ""],
  ["must be at most 3 characters", z.string().max(3), "abcd"],
  ["must hold at least 1 item", z.array(z.string()).min(1), []],
  ["must hold at most 2 items", z.array(z.string()).max(2), ["a", "b", "c"]],
  ["must not be blank", text(5), " "],
  ["must be a word", z.string().regex(/^\w+$/, "must be a word"), "?"],
  ["has a wrong form", z.string().regex(/^\w+$/), "?"],
  ["has a wrong form", z.email(), "?"],
  ["has a wrong form", z.union([z.string(), z.number()]), true],
  ["must be of another type", z.date(), "x"],
];

for (const [message, schema, value] of messages) {
  test(`${JSON.stringify(value) ?? "nothing"} as ${schema.type}: ${message}`, () => {
    assert.deepEqual(faults(schema, value), [message]);
  });
}

test("a fault has the pointer of its value", () => {
  const schema = z.strictObject({ "a/b": z.array(z.strictObject({ c: z.string() })) });

  assert.deepEqual(faults(schema, { "a/b": [{ c: "x" }, { c: 5 }, {}] }), [
    "/a~1b/1/c must be text",
    "/a~1b/2/c is required",
  ]);
});

test("unknown fields and bad keys are reported at their parent, without their names", () => {
  const schema = z.strictObject({ a: z.record(z.string().regex(/^[a-z]+$/, "must be small letters"), z.string()) });

  assert.deepEqual(faults(schema, { a: { SECRET: "x" }, secret: 1, other: 2 }), [
    "/a has a key that must be small letters",
    "must not hold unknown fields",
  ]);
  assert.deepEqual(faults(z.record(z.string().max(2), z.string()), { abc: "" }), ["has a key of a wrong form"]);
});

test("a union reports the faults of the branch that was meant", () => {
  const schema = z.array(
    z.union([
      z.strictObject({ type: z.literal("url"), url: z.string(), title: z.string() }),
      z.strictObject({ type: z.literal("call"), phone: z.string() }),
    ]),
  );

  assert.deepEqual(faults(schema, [{ type: "url", title: 5 }]), ["/0/url is required", "/0/title must be text"]);
  assert.deepEqual(faults(schema, [{ type: "call" }]), ["/0/phone is required"]);
});

test("a discriminated union names its options", () => {
  const schema = z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("url") }),
    z.strictObject({ type: z.enum(["call", "flow"]) }),
  ]);

  assert.deepEqual(faults(schema, { type: "x" }), ["/type must be one of url, call, flow"]);
  assert.deepEqual(faults(schema, {}), ["/type must be one of url, call, flow"]);
  assert.deepEqual(faults(schema, { type: "url", more: 1 }), ["must not hold unknown fields"]);
});

test("a union's own message wins over its branches'", () => {
  assert.deepEqual(faults(z.union([z.string(), z.number()], { error: "must be short" }), []), ["must be short"]);
});

test("no more faults are returned than asked for", () => {
  const many = Array.from({ length: 1000 }, () => 5);

  assert.equal(faults(z.array(z.string()), many).length, 20);
  assert.equal(faults(z.array(z.string()), many, 3).length, 3);
});
