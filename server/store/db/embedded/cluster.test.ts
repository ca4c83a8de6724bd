import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { aPlace } from "../../../test/database/embedded.ts";

test("a start that cannot succeed names the reason", async (t) => {
  const { dataDir, start } = aPlace(t);
  const first = await start();
  await first.stop();
  const change = (file: string, text: string) => writeFileSync(join(first.location, file), text);

  change("PG_VERSION", "9\n");
  await assert.rejects(start(), /is of version 9/);
  change("PG_VERSION", "18\n");
  change("postgresql.conf", "shared_buffers = 'plenty'\n");
  await assert.rejects(start(), /did not start in .+invalid value for parameter "shared_buffers"/s);
  writeFileSync(join(dataDir, "postgres.json"), "{");
  await assert.rejects(start(), /postgres\.json is damaged/);
});

test("data without its password file is not replaced by empty data", async (t) => {
  const { dataDir, start } = aPlace(t);
  mkdirSync(join(dataDir, "postgres"));

  await assert.rejects(start(), /password of .+ is missing/);
});
