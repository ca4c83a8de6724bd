import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../store/", import.meta.url));

/** The texts of all sql templates of the store, each with everything that is nested in it. */
export function storeStatements(): { path: string; text: string }[] {
  return globSync("**/*.ts", { cwd: folder })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.endsWith(".test.ts"))
    .flatMap((path) =>
      statementsIn(withoutComments(readFileSync(join(folder, path), "utf8"))).map((text) => ({ path, text })),
    );
}

function statementsIn(code: string): string[] {
  const texts: string[] = [];
  for (let at = code.indexOf("sql`"); at !== -1; at = code.indexOf("sql`", at)) {
    const end = endOfTemplate(code, at + 4);
    texts.push(code.slice(at + 4, end));
    at = end;
  }
  return texts;
}

/** The index of the backtick that closes a template. */
function endOfTemplate(code: string, start: number): number {
  const open = ["`"];
  for (let index = start; ; index++) {
    const sign = code[index];
    assert.notEqual(sign, undefined, "a template has no end");
    if (open.at(-1) === "`" ? sign === "`" : sign === "}") {
      open.pop();
      if (open.length === 0) return index;
    } else if (open.at(-1) === "`") {
      if (sign === "$" && code[index + 1] === "{") open.push(code[++index] ?? "");
    } else if (sign === "`" || sign === "{") open.push(sign);
  }
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
