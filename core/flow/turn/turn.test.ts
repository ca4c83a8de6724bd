import { readdirSync } from "node:fs";
import { testCases } from "../../test/cases.ts";
import { runScript, type ScriptCase } from "../../test/script.ts";

// "x × 6000" in a case stands for 6000 letters x, in the input and in the result.
const lengthen = (given: unknown): unknown =>
  JSON.parse(
    JSON.stringify(given).replace(/(\w) × (\d+)/g, (_, letter: string, count) => letter.repeat(Number(count))),
  );
const shorten = (result: unknown): unknown =>
  JSON.parse(JSON.stringify(result).replace(/([a-z])\1{99,}/g, (run, letter) => `${letter} × ${run.length}`));

const folder = new URL("../cases/turns/", import.meta.url);
for (const file of readdirSync(folder))
  testCases(new URL(file, folder), (given) => shorten(runScript(lengthen(given) as ScriptCase)));
