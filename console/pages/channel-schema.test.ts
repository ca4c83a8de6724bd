import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { fieldsOf } from "./channel-schema.ts";

test("the fields of a form and their kinds come from the channel's schema", () => {
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

test("a channel without settings has no fields", () => {
  assert.deepEqual(fieldsOf(z.toJSONSchema(z.object({}))), []);
  assert.deepEqual(fieldsOf(null), []);
});

test("defaults are shown, and settings for development are advanced", () => {
  const settings = z.object({
    apiVersion: z.string().default("v25.0"),
    baseUrl: z.url().default("https://example.com").meta({ isPlatformAddress: true }),
    username: z.string().default(""),
    callsPerSecond: z.int().default(40),
  });

  assert.deepEqual(
    fieldsOf(z.toJSONSchema(settings, { io: "input" })).map(({ standard, isAdvanced }) => [standard, isAdvanced]),
    [
      ["v25.0", true],
      ["https://example.com", true],
      [undefined, false],
      ["40", false],
    ],
  );
});
