import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { atEnd } from "@banter/core/test/at-end.ts";
import { freePort } from "../../server/test/server-process.ts";
import { until } from "../../server/test/until.ts";
import { buildStage, type Image, listFiles } from "./build.ts";
import { readContainerfile } from "./containerfile.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { stages } = readContainerfile(readFileSync(join(root, "deploy/Containerfile"), "utf8"));
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
const isRoot = process.getuid?.() === 0;

test("the first stage does what this checkout has done before its tests", () => {
  const commands = stages[0]?.instructions.filter(({ name }) => name === "RUN").map(({ rest }) => rest);

  assert.deepEqual(commands, [
    "npm ci --include=dev --include=optional --no-audit --no-fund",
    "node scripts/prepare.mjs",
  ]);
});

test("the image's steps make a server that runs as a normal user and writes its data only", async (t) => {
  const { image, app, data, programs } = build(t);
  const before = listFiles(app);
  const port = await freePort();
  const env = {
    ...image.env,
    PATH: [programs, PATH].join(delimiter),
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: data,
  };
  const start = ([program = "", ...args]: string[]) =>
    spawn(program, args, { cwd: app, env, stdio: ["ignore", "pipe", "pipe"], ...account() });
  const server = start(image.command);
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk) => (said += chunk));
  atEnd(t, () => end(server, "SIGKILL"));

  await until(() => said.includes("Banter is running") || server.exitCode !== null);
  assert.equal(server.exitCode, null, said);
  const answers = await Promise.all(
    ["/readyz", "/", "/chat/web_1000001", "/api/openapi.json"].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
  );
  const health = start(image.healthCheck);
  const [healthy] = await once(health, "close");
  const doctor = start([join(app, "deploy/banter"), "token", "create", "web_1000001"]);
  const [told] = await once(doctor, "close");
  const [code] = await end(server, "SIGTERM");
  const [unhealthy] = await once(start(image.healthCheck), "close");

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.deepEqual([healthy, told, code, unhealthy], [0, 0, 0, 1]);
  assert.deepEqual(listFiles(app), before);
  // Some parts have a version of a package of their own.
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: object };
  const own = Object.keys(lock.packages).filter((path) => /^(core|server|cli)\/node_modules\//.test(path));
  for (const path of own) assert.ok(existsSync(join(app, path)), `${path} is missing`);
  assert.ok(existsSync(join(data, "postgres")));
});

/** Builds the last two stages in a folder of their own. The first one is this checkout. */
function build(t: TestContext): { image: Image; app: string; data: string; programs: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "banter-image-")));
  chmodSync(folder, 0o755);
  atEnd(t, () => {
    spawnSync("chmod", ["-R", "u+w", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = account();
  const [, packages, last] = stages;
  if (!packages || !last) throw new Error("The Containerfile should have three stages.");
  const building = {
    root,
    given: { UID: String(uid), GID: String(gid) },
    // The packages were downloaded when this checkout was prepared.
    env: { ...process.env, PATH, npm_config_prefer_offline: "true", npm_config_update_notifier: "false" },
  };
  const place = (name: string) => join(folder, name);
  buildStage(packages, { ...building, folder: place("packages"), built: {} });
  const built = { packages: place("packages"), build: place("checkout") };
  spawnSync("mkdir", [built.build]);
  spawnSync("ln", ["-s", root.replace(/\/$/, ""), join(built.build, "app")]);
  const image = buildStage(last, { ...building, folder: place("image"), built });
  const [app, data] = [join(place("image"), image.workdir), join(place("image"), "data")];
  // As another user we could not write anyway.
  if (!isRoot) spawnSync("chmod", ["-R", "a-w", app]);
  return { image, app, data, programs: copyNode(place("programs")) };
}

/** The other user may not reach the checkout's own Node. */
function copyNode(folder: string): string {
  mkdirSync(folder);
  copyFileSync(process.execPath, join(folder, "node"));
  chmodSync(join(folder, "node"), 0o755);
  return folder;
}

/** PostgreSQL does not run as root, and neither does the image. */
function account(): { uid?: number; gid?: number } {
  if (!isRoot) return {};
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, "nobody"], { encoding: "utf8" }).stdout));
  return { uid, gid };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown[]> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode];
  const ended = once(child, "exit");
  child.kill(signal);
  return ended;
}
