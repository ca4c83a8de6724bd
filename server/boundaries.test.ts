import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** The map: which folders may import which, besides their own. `server` and `cli` are the files right inside those. */
const mayImport: Record<string, string[]> = {
  "core/model": [],
  "core/channels": ["core/model"],
  "core/match": ["core/model"],
  "core/flow": ["core/model", "core/channels", "core/match"],
  "core/api": ["core/model", "core/channels", "core/flow"],
  "core/page-file": ["core/model", "core/match", "core/flow"],
  "server/store": ["core/model", "core/channels", "core/flow", "server/config.ts"],
  "server/mailbox": ["core/model", "core/flow", "server/store", "server/fail-points.ts"],
  "server/channels": ["core/model", "core/channels", "core/flow", "server/outbound"],
  "server/outbound": ["core/model", "core/flow"],
  "server/live": ["core/model", "server/store"],
  "server/domain": [
    "core",
    "server/store",
    "server/mailbox",
    "server/channels",
    "server/outbound/send-error.ts",
    "server/deps.ts",
  ],
  "server/http": ["core", "server/domain", "server/store", "server/channels", "server/live", "server/deps.ts"],
  "server/runner": [
    "core",
    "server/domain",
    "server/mailbox",
    "server/store",
    "server/channels",
    "server/outbound",
    "server/live",
    "server/deps.ts",
    "server/health.ts",
    "server/fail-points.ts",
  ],
  server: ["core", "server"],
  cli: ["core", "server/domain", "server/store", "server/mailbox", "server/channels", "server/config.ts", "cli"],
  sdk: ["core/api"],
};

/** Every package that runs with us, and the only places that know of it. */
const mayUse: Record<string, string[]> = {
  zod: ["core", "server"],
  re2js: ["core/match"],
  "temporal-polyfill": ["core/flow", "core/match"],
  "libphonenumber-js": ["core/flow"],
  pg: ["server/store"],
  fastify: ["server/http"],
  "@scalar/fastify-api-reference": ["server/http"],
  "prom-client": ["server/http"],
  qr: ["server/http"],
  "better-auth": ["server/domain"],
  undici: ["server/outbound"],
  "ipaddr.js": ["server/outbound"],
  pino: ["server"],
};

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = globSync("{core,server,cli,sdk}/**/*.ts", { cwd: root, exclude: (name) => name === "node_modules" })
  .filter((path) => !path.endsWith(".test.ts") && !/^(core|server)\/test\//.test(path))
  .map((path) => ({ path, area: areaOf(path), text: readFileSync(posix.join(root, path), "utf8") }));

test("the tree is where the tests look for it", () => {
  assert.ok(sources.length > 100);
});

test("every import follows an arrow of the map", () => {
  const astray = sources.flatMap(({ path, area, text }) =>
    importsOf(text).flatMap(({ name }) => {
      const target = name.startsWith(".") ? posix.join(posix.dirname(path), name) : name.replace(/^@banter\//, "");
      if (target === name || areaOf(target) === area) return [];
      return isIn(target, mayImport[area] ?? []) ? [] : [`${path} imports ${target}`];
    }),
  );

  assert.deepEqual(astray, []);
});

test("every package is used only where it is known", () => {
  const astray = sources.flatMap(({ path, text }) =>
    importsOf(text).flatMap(({ name }) => {
      if (/^(\.|node:|@banter\/)/.test(name)) return [];
      const known = Object.entries(mayUse).find(([known]) => name === known || name.startsWith(`${known}/`));
      return known && isIn(path, known[1]) ? [] : [`${path} imports ${name}`];
    }),
  );

  assert.deepEqual(astray, []);
});

test("core runs anywhere: no Node, no clock, no chance, no network", () => {
  const bound = /"node:|\bprocess\.|\bBuffer\b|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bfetch\(|\bsetTimeout\(/;

  assert.deepEqual(
    namesOf(sources.filter(({ path, text }) => path.startsWith("core/") && bound.test(codeOf(text)))),
    [],
  );
});

test("the SDK takes types from the contract and nothing that runs", () => {
  const imports = sources
    .filter(({ area }) => area === "sdk")
    .flatMap(({ text }) => importsOf(text))
    .filter(({ name }) => !name.startsWith("."));

  assert.ok(imports.length > 0);
  assert.deepEqual(
    imports.filter(({ isType }) => !isType),
    [],
  );
});

test("only config reads the environment", () => {
  const reading = namesOf(sources.filter(({ text }) => /\bprocess\.env\b|\benv\b.*"node:process"/.test(codeOf(text))));

  // The account hands PostgreSQL's own process a few of the variables it was given.
  assert.deepEqual(reading, ["server/config.ts", "server/store/db/embedded/account.ts"]);
});

test("SQL is written in the store, by parameters, and run as text only where there are none", () => {
  const writing = namesOf(
    sources.filter(({ path, text }) => !path.startsWith("server/store/") && /\bsql`/.test(codeOf(text))),
  );
  const running = namesOf(sources.filter(({ text }) => /\.query\(/.test(codeOf(text))));

  assert.deepEqual(writing, []);
  const known = ["server/store/db/db.ts", "server/store/db/listen.ts", "server/store/db/migrate.ts"];
  assert.deepEqual(
    running.filter((path) => !known.includes(path) && !path.startsWith("server/store/db/embedded")),
    [],
  );
});

function areaOf(path: string): string {
  const [first = "", second, third] = path.split("/");
  return second === undefined || third === undefined || first === "cli" || first === "sdk"
    ? first
    : `${first}/${second}`;
}

function isIn(path: string, places: string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}

function importsOf(text: string): { name: string; isType: boolean }[] {
  const statements = codeOf(text).matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^;]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...statements].map(([, type, name, late]) => ({ name: name ?? late ?? "", isType: type !== undefined }));
}

/** Without comments, in which anything may be named. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

function namesOf(files: { path: string }[]): string[] {
  return files.map(({ path }) => path).sort();
}
