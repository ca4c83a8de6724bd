import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { fieldsOf } from "./channel-schema.ts";

test("a channel's schema says which fields its form has, and how each is filled in", () => {
  const settings = z.object({
    botToken: z.string().meta({ label: "Bot token", input: "secret" }),
    about: z.string().optional().meta({ label: "About", input: "long-text" }),
    region: z.enum(["eu", "us"]).default("eu"),
    limit: z.int().optional(),
    isTest: z.boolean().default(false),
    name: z.string(),
  });

  const fields = fieldsOf(z.toJSONSchema(settings, { io: "input" }));

  assert.deepEqual(
    fields.map(({ name, label, kind, isRequired, choices }) => [name, label, kind, isRequired, choices]),
    [
      ["botToken", "Bot token", "secret", true, []],
      ["about", "About", "long-text", false, []],
      ["region", "region", "choice", false, ["eu", "us"]],
      ["limit", "limit", "number", false, []],
      ["isTest", "isTest", "switch", false, []],
      ["name", "name", "text", true, []],
    ],
  );
});

test("a channel that needs nothing has no fields", () => {
  assert.deepEqual(fieldsOf(z.toJSONSchema(z.object({}))), []);
  assert.deepEqual(fieldsOf(null), []);
});
