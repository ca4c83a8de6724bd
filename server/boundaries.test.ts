import assert from "node:assert/strict";
import { test } from "node:test";
import { code, readFiles } from "../scripts/guards/files.ts";
import { importsOf } from "../scripts/guards/imports.ts";

/** A screen of the console may use the shared parts, but no other screen. */
const screen = [
  "core",
  "sdk",
  "console/ui",
  "console/channels",
  "console/frame",
  "console/media",
  "console/live",
  "console/api.ts",
  "console/queries.ts",
  "console/words.ts",
];
const sharedByWidget = [
  ...["widget/color.ts", "widget/frame-message.ts", "widget/look.ts", "widget/words.ts"],
  // Rules that the console has in common with it. Only what needs no package: the widget must stay small.
  ...["core/model/content/look.ts", "core/model/content/text-links.ts", "core/model/content/text-marks.ts"],
  "sdk/event-stream.ts",
  // Types only, as a test below checks.
  ...["core/api/contract.ts", "core/api/webchat-api.ts"],
];
/** Programs that start a server, or parts of it, to measure or try it. */
const driver = ["core", "server"];

/** The map: the folders that each folder may import, besides itself. Files at the top of a folder count as the folder. */
const mayImport: Record<string, string[]> = {
  "core/model": [],
  "core/events": ["core/model", "core/flow"],
  "core/channels": ["core/model"],
  "core/match": ["core/model"],
  "core/flow": ["core/model", "core/channels", "core/match", "core/audience", "core/knowledge/threshold.ts"],
  "core/audience": [
    "core/model",
    "core/match",
    "core/flow/time.ts",
    "core/flow/conditions",
    "core/flow/happenings/goal.ts",
  ],
  "core/api": [
    "core/model",
    "core/channels",
    "core/flow",
    "core/audience",
    "core/events",
    "core/knowledge",
    "core/page-file/compare.ts",
  ],
  "core/knowledge": ["core/model", "core/match"],
  "core/page-file": ["core/model", "core/match", "core/flow", "core/audience", "core/knowledge"],
  "server/config": ["server/outbound/address.ts"],
  "server/encryption": ["server/config"],
  "server/store": [
    "core/model",
    "core/channels",
    "core/flow",
    "core/audience",
    "core/events",
    "core/knowledge",
    "server/encryption",
    "server/config",
  ],
  "server/mailbox": ["core/model", "core/flow", "server/store", "server/fail-points.ts"],
  "server/channels": ["core/model", "core/channels", "core/flow", "server/outbound"],
  "server/outbound": ["core/model", "core/flow"],
  "server/live": ["core/model", "core/api", "server/store"],
  "server/media": ["core/model", "server/outbound", "server/config"],
  "server/metrics": ["server/store", "server/live", "server/health.ts"],
  "server/tracing": ["server/config"],
  "server/domain": [
    "core",
    "server/store",
    "server/mailbox",
    "server/channels",
    "server/outbound/send-error.ts",
    "server/outbound/guarded-request.ts",
    "server/outbound/guarded-file.ts",
    "server/media",
    "server/encryption",
    "server/deps.ts",
    "server/fail-points.ts",
  ],
  "server/http": [
    "core",
    "server/domain",
    "server/store",
    "server/channels",
    "server/live",
    "server/media/storage.ts",
    "server/deps.ts",
    "server/release.ts",
  ],
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
  "server/backup": [
    "core/channels",
    "server/store",
    "server/domain/media",
    "server/media",
    "server/encryption",
    "server/config",
    "server/release.ts",
  ],
  "server/doctor": [
    "core/model",
    "server/store",
    "server/domain/connect",
    "server/channels",
    "server/outbound",
    "server/encryption",
    "server/config",
  ],
  "server/process": ["server/domain", "server/store/db", "server/config"],
  "server/supervisor": ["server"],
  server: ["core", "server"],
  cli: [
    "core",
    "server/backup",
    "server/doctor",
    "server/domain",
    "server/store",
    "server/mailbox",
    "server/channels",
    "server/media/open-storage.ts",
    "server/encryption",
    "server/config",
  ],
  sdk: ["core/api"],
  "console/ui": ["core/model", "sdk"],
  "console/channels": ["core/model", "core/channels", "core/flow", "sdk", "console/words.ts"],
  "console/frame": [
    "core",
    "sdk",
    "console/ui",
    "console/channels",
    "console/live",
    "console/api.ts",
    "console/queries.ts",
    "console/words.ts",
  ],
  "console/live": ["core/api", "sdk"],
  "console/account": screen,
  "console/ai": screen,
  // Messages and actions are written by the forms of the builder.
  "console/audience": [...screen, "console/builder", "console/statistics/words.ts"],
  "console/builder": [
    "console/ai/knowledge/queries.ts",
    ...screen,
    "console/keywords/editor.tsx",
    "console/keywords/keyword.ts",
    "console/tools/tool-form.tsx",
    "console/tools/tool.ts",
  ],
  "console/customers": [...screen, "console/conversations/initials.ts", "console/conversations/words.ts"],
  "console/conversations": [
    ...screen,
    "console/customers/editor.tsx",
    "console/customers/contacts/joins.tsx",
    "console/customers/queries.ts",
    "console/customers/person",
  ],
  "console/fields": screen,
  "console/flows": [...screen, "console/pages/page-file"],
  "console/home": screen,
  "console/ice-breakers-and-menu": screen,
  "console/keywords": screen,
  "console/media": screen,
  "console/pages": screen,
  "console/public": [],
  "console/statistics": screen,
  "console/team": screen,
  "console/tools": screen,
  console: ["core", "sdk", "console"],
  "widget/chat": sharedByWidget,
  "widget/loader": sharedByWidget,
  "widget/preview": [...sharedByWidget, "widget/loader"],
  widget: ["widget/loader", "core/model/content/look.ts"],
  bench: [...driver, "e2e"],
  faults: [...driver, "widget/chat/transport"],
  e2e: [...driver, "sdk", "widget/test", "scripts/build-console.mjs", "console/frame/settings-tabs.ts"],
  scripts: [...driver, "e2e"],
  deploy: [],
};

/** Every package that we use, and the only places that may import it. */
const mayUse: Record<string, string[]> = {
  zod: ["core", "server", "console"],
  re2js: ["core/match"],
  "temporal-polyfill": ["core/flow", "core/match"],
  "libphonenumber-js": ["core/flow"],
  pg: ["server/store", "bench"],
  fastify: ["server/http", "bench/anchors"],
  "find-my-way": ["server/http"],
  "@scalar/fastify-api-reference": ["server/http"],
  "prom-client": ["server/http/metrics.ts", "server/metrics", "server/supervisor"],
  qr: ["server/http", "console/account"],
  "better-auth": ["server/domain"],
  nodemailer: ["server/outbound"],
  "web-push": ["server/runner"],
  "csv-parse": ["server/domain"],
  htmlparser2: ["server/domain/knowledge/read"],
  unpdf: ["server/domain/knowledge/read"],
  "age-encryption": ["server/backup/sealed-key.ts"],
  aws4fetch: ["server/media"],
  "@opentelemetry": ["server/tracing/open-telemetry.ts"],
  undici: ["server/outbound", "bench/anchors"],
  "ipaddr.js": ["server/outbound"],
  pino: ["server"],
  react: ["console"],
  "react-dom": ["console/main.tsx"],
  "react-i18next": ["console"],
  i18next: ["console"],
  "@mantine": ["console"],
  "@tabler/icons-react": ["console"],
  "@tanstack": ["console"],
  "@dnd-kit": ["console"],
  "@dagrejs/dagre": ["console/builder"],
  "@xyflow/react": ["console/builder"],
  "@mantine/charts": ["console/statistics"],
  preact: ["widget/chat"],
  vite: ["scripts", "console/vite.config.ts", "widget/vite.config.ts"],
  "@vitejs/plugin-react": ["scripts/dev"],
  "playwright-core": ["e2e"],
};

/** Folders with subfolders that have arrows of their own. */
const divided = ["core", "server", "console", "widget"];

/** Folders that are not part of the product. */
const tools = ["bench", "faults", "e2e", "scripts"];
const testCode = /\.test\.tsx?$|^(core|server|widget)\/test\//;

const sources = readFiles(code)
  .filter(({ path }) => !testCode.test(path))
  .map((file) => ({ ...file, area: areaOf(file.path), imports: importsOf(file) }));
const product = sources.filter(({ path }) => /^(core|server|cli|sdk)\//.test(path));

test("the map names every folder with code, and no other", () => {
  const areas = [...new Set(sources.map(({ area }) => area))];

  assert.ok(product.length > 100);
  assert.deepEqual(areas.sort(), Object.keys(mayImport).sort());
});

test("every folder imports only the folders that the map allows", () => {
  const violations = sources.flatMap(({ path, area, imports }) =>
    imports
      .filter(({ target, isOurs }) => isOurs && areaOf(target) !== area && !isIn(target, mayImport[area] ?? []))
      .map(({ target }) => `${path} imports ${target}`),
  );

  assert.deepEqual(violations, []);
});

test("only tests and tools import test code", () => {
  const violations = sources
    .filter(({ area }) => !tools.includes(area))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isOurs }) => isOurs && testCode.test(target))
        .map(({ target }) => `${path} imports ${target}`),
    );

  assert.deepEqual(violations, []);
});

test("every package is imported only where the table allows", () => {
  const violations = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, isOurs }) => !isOurs && !target.startsWith("node:") && !isKnown(target, path))
      .map(({ target }) => `${path} imports ${target}`),
  );

  assert.deepEqual(violations, []);
});

test("core runs anywhere: no Node, no clock, no randomness, no network", () => {
  const bound = /"node:|\bprocess\.|\bBuffer\b|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bfetch\(|\bsetTimeout\(/;

  assert.deepEqual(
    namesOf(product.filter(({ path, text }) => path.startsWith("core/") && bound.test(codeOf(text)))),
    [],
  );
});

test("the SDK and the widget import only types from the contracts", () => {
  const of = (isIn: (area: string) => boolean) =>
    sources.filter(({ area }) => isIn(area)).flatMap(({ imports }) => imports);
  const bySdk = of((area) => area === "sdk").filter(({ target }) => areaOf(target) !== "sdk");
  const byWidget = of((area) => area.startsWith("widget")).filter(({ target }) => areaOf(target) === "core/api");

  assert.ok(bySdk.length > 0 && byWidget.length > 0);
  assert.deepEqual(
    [...bySdk, ...byWidget].filter(({ isType }) => !isType),
    [],
  );
});

test("only config.ts reads the environment", () => {
  const reading = namesOf(product.filter(({ text }) => /\bprocess\.env\b|\benv\b.*"node:process"/.test(codeOf(text))));

  // The account hands PostgreSQL's own process a few of the variables it was given.
  assert.deepEqual(reading, ["server/config/config.ts", "server/store/db/embedded/account.ts"]);
});

test("SQL is written in the store, with parameters, and run as plain text only in a few known files", () => {
  const writing = namesOf(
    product.filter(({ path, text }) => !path.startsWith("server/store/") && /\bsql`/.test(codeOf(text))),
  );
  const running = namesOf(product.filter(({ text }) => /\.query\(/.test(codeOf(text))));

  assert.deepEqual(writing, []);
  const ofDb = ["db", "listen", "migrate", "moved"].map((name) => `server/store/db/${name}.ts`);
  const known = [...ofDb, ...["distribute", "foreign-keys"].map((name) => `server/store/distributed/${name}.ts`)];
  assert.deepEqual(
    running.filter((path) => !known.includes(path) && !/^server\/store\/(db\/embedded|transfer)\//.test(path)),
    [],
  );
});

function areaOf(path: string): string {
  const [first = "", second, third] = path.split("/");
  return divided.includes(first) && third !== undefined ? `${first}/${second}` : first;
}

function isKnown(name: string, path: string): boolean {
  return Object.entries(mayUse).some(([known, places]) => isIn(name, [known]) && isIn(path, places));
}

function isIn(path: string, places: string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}

/** The text without comments, which may name anything. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

function namesOf(files: { path: string }[]): string[] {
  return files.map(({ path }) => path).sort();
}
