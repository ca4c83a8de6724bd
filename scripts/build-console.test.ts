import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { buildConsole } from "./build-console.mjs";

const dist = new URL("../console/dist/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, dist), "utf8");

test("the console is built when it is missing, and only then", async () => {
  await buildConsole();

  assert.equal(await buildConsole(), false);
});

test("the first load stays below 300 kB gzipped", async (t) => {
  await buildConsole();
  const files = firstLoad();
  const sizes = files.map((name) => [name, gzipSync(read(name), { level: 9 }).length] as const);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);

  t.diagnostic(JSON.stringify({ total, ...Object.fromEntries(sizes) }));
  assert.ok(total < 300_000, `${total}`);
});

test("the typeface takes less than 120 kB, and its licence is beside it", async () => {
  await buildConsole();
  const fonts = readdirSync(new URL("assets/", dist)).filter((name) => /\.(woff2?|ttf|otf)$/.test(name));
  const total = fonts.reduce((sum, name) => sum + statSync(new URL(`assets/${name}`, dist)).size, 0);

  assert.ok(fonts.length > 0 && total < 120_000, `${fonts.length} files, ${total} bytes`);
  assert.match(read("assets/be-vietnam-pro-license.txt"), /SIL Open Font License/);
});

test("the builder is not part of the first load", async () => {
  await buildConsole();

  assert.equal(
    firstLoad().some((name) => read(name).includes("react-flow__")),
    false,
  );
});

test("the page has no inline script or style and uses no other host", async () => {
  await buildConsole();
  const page = read("index.html");

  assert.doesNotMatch(page, /<style|\sstyle=|<script>|\son\w+=|https?:/);
  for (const name of readdirSync(new URL("assets/", dist)).filter((name) => name.endsWith(".css")))
    assert.doesNotMatch(read(`assets/${name}`), /url\(["']?https?:|@import/);
});

/** The files of index.html with their static imports, without dynamic ones. */
function firstLoad(): string[] {
  const page = read("index.html");
  const found = new Set([...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name = ""]) => name));
  for (const name of found) {
    if (!name.endsWith(".js")) continue;
    for (const [, next] of read(name).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) found.add(`assets/${next}`);
  }
  return [...found];
}
