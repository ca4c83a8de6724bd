import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "@banter/core/test/at-end.ts";
import { testDatabase, testFolder } from "../app.ts";
import { banter as runBanter } from "../server-process.ts";
import { testSecretKey } from "./keys.ts";

/** The command line on a database of its own. */
export async function aCommandLine(t: Test) {
  const db = await testDatabase(t);
  const folder = testFolder(t);

  async function banter(words: string | string[], { env = {}, input = "" } = {}) {
    const cache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? folder };
    const settings = { DATABASE_URL: db.url, SECRET_KEY: testSecretKey, ...cache, ...env };
    const { bytes: _, ...ran } = await runBanter(words, { env: settings, input });
    return ran;
  }

  async function json(words: string | string[]): Promise<Record<string, string>> {
    const { code, out, error } = await banter(words);
    assert.deepEqual([code, error], [0, ""]);
    assert.equal(out, `${JSON.stringify(JSON.parse(out))}\n`);
    return JSON.parse(out);
  }

  function aFile(value: unknown): string {
    const path = join(folder, `${Math.random()}.json`);
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
    return path;
  }

  return { db, folder, banter, json, aFile };
}
