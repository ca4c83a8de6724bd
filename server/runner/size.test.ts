import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const maxLines = 60;
const maxMutableLocals = 4;

/** The functions and methods of a formatted file, by the line on which they start. */
function* functionsOf(text: string): Generator<{ name: string; lines: string[]; indent: string }> {
  const lines = text.split("\n");
  for (const [start, line] of lines.entries()) {
    const [, indent = "", name] =
      /^( *)(?:export )?(?:async )?(?:function\*? (\w+)|(?:async )?[#*]*\w+\()/.exec(line) ?? [];
    const isHead = /^ *(?:export )?(?:async )?function/.test(line) || /^ {2}(?:async )?\*?#?\w+\(/.test(line);
    // A signature in a type has no body.
    if (!isHead || line.endsWith(";")) continue;
    const end = lines.findIndex((other, index) => index >= start && other === `${indent}}`);
    if (end > start) yield { name: name ?? line.trim(), lines: lines.slice(start, end + 1), indent };
  }
}

test("no function of the runner has more than 60 lines or more than four mutable locals", () => {
  const faults: string[] = [];
  let count = 0;
  for (const file of globSync("**/*.ts", { cwd: folder }).filter((name) => !name.endsWith(".test.ts"))) {
    for (const { name, lines, indent } of functionsOf(readFileSync(join(folder, file), "utf8"))) {
      count++;
      const mutable = lines.filter((line) => line.startsWith(`${indent}  let `)).length;
      if (lines.length > maxLines) faults.push(`${file}: ${name} has ${lines.length} lines`);
      if (mutable > maxMutableLocals) faults.push(`${file}: ${name} has ${mutable} mutable locals`);
    }
  }
  assert.ok(count > 150, `found ${count} functions`);
  assert.deepEqual(faults, []);
});
