import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { pageFileJsonSchema } from "./json-schema.ts";

const file = new URL("./page-file.schema.json", import.meta.url);

test("page-file.schema.json is made from the schema that reads page files", () => {
  const schema = `${JSON.stringify(pageFileJsonSchema(), null, 2)}\n`;

  if (process.env.UPDATE_CASES) writeFileSync(file, schema);
  assert.equal(schema, readFileSync(file, "utf8"));
});
