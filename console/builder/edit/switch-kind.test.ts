import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { describe } from "../steps/schema-form.ts";
import { switchKind } from "./switch-kind.ts";

const rule = describe(
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("tag"), tag_id: z.int().nullable(), has: z.boolean() }),
    z.object({ type: z.literal("field"), has: z.boolean(), value: z.string() }),
  ]),
);
const options = new Map(rule.kind === "union" ? rule.options : []);
const optionOf = (name: string): Parameters<typeof switchKind>[2] => {
  const form = options.get(name);
  assert.ok(form);
  return [name, form];
};

test("another kind keeps the settings that both kinds have and starts the others blank", () => {
  const tag = { type: "tag", tag_id: 4, has: false };

  assert.deepEqual(switchKind(tag, "type", optionOf("field")), { type: "field", has: false, value: "" });
});

test("without a value before, all settings are blank", () => {
  assert.deepEqual(switchKind(undefined, "type", optionOf("tag")), { type: "tag", tag_id: null, has: true });
});
