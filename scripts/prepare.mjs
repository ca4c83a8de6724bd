// Runs before every npm script: installs missing packages, checks that Node can run TypeScript, and builds the parts
// for browsers. Plain JavaScript, because the Node that runs it may be old; silent on stdout, because the script that
// follows may print JSON.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const packageLock = join(root, "package-lock.json");
const installedLock = join(modules, ".package-lock.json");

if (mustInstall()) await withLock(installPackages);
checkNode();
// Development serves the sources, and needs of the builds only that they exist.
const mayBeOld = process.argv.includes("--old-builds");
if (existsSync(join(root, "widget"))) await (await import("./build-widget.mjs")).buildWidget({ mayBeOld });
if (existsSync(join(root, "console"))) await (await import("./build-console.mjs")).buildConsole({ mayBeOld });

function mustInstall() {
  if (!existsSync(packageLock)) return false;
  return !existsSync(installedLock) || statSync(installedLock).mtimeMs < statSync(packageLock).mtimeMs;
}

async function installPackages() {
  if (!mustInstall()) return;
  say("Installing packages (npm ci)");
  const began = Date.now();
  const [program, ...args] = npmCommand();
  // Independent of NODE_ENV: the tests need the development packages, and PostgreSQL is an optional one.
  const flags = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const shell = process.platform === "win32" && program === "npm";
  const npm = spawn(program, [...args, ...flags], { cwd: root, stdio: ["ignore", 2, 2], shell });

  // Wait for npm to end, so that no other process installs at the same time. It may ignore the first signal.
  let stoppedBy;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      stoppedBy = signal;
      npm.kill(signal);
      setTimeout(() => npm.kill("SIGKILL"), 3000).unref();
    });
  }
  const code = await new Promise((resolve) => {
    npm.on("error", (error) => fail(`npm cannot be run: ${error.message}`, 1));
    npm.on("close", (status, signal) => resolve(status ?? 128 + constants.signals[signal]));
  });
  if (stoppedBy)
    fail("Stopped while installing packages; the next start does it again.", 128 + constants.signals[stoppedBy]);
  if (code !== 0) fail(`npm ci failed with exit code ${code}; its own lines above say why.`, code);

  // A lock file dated in the future would be installed at every start.
  const now = new Date(Math.max(Date.now(), statSync(packageLock).mtimeMs));
  if (existsSync(installedLock)) utimesSync(installedLock, now, now);
  say(`Packages installed in ${Math.round((Date.now() - began) / 1000)} s`);
}

/** The npm that runs this script, on its own Node: npm ci deletes the one in node_modules. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (!npm?.endsWith("npm-cli.js")) return ["npm"];
  return [node && existsSync(node) && !node.startsWith(modules + sep) ? node : process.execPath, npm];
}

/** Runs `work` while holding the lock of this folder. A lock that is not refreshed was left by a killed process. */
async function withLock(work) {
  const lock = join(root, ".prepare.lock");
  for (let round = 0; !(await takeLock(lock)); round++) {
    if (round === 0) say("Waiting for another installation in this folder");
    await sleep(250);
  }
  process.on("exit", () => rmSync(lock, { force: true }));
  const refreshing = setInterval(() => utimesSync(lock, new Date(), new Date()), 5000);
  await work();
  clearInterval(refreshing);
  rmSync(lock, { force: true });
}

async function takeLock(lock) {
  const token = `${process.pid}`;
  try {
    writeFileSync(lock, token, { flag: "wx" });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isHeld(lock)) removeLock(lock);
    return false;
  }
  // Another process that found the previous lock stale may have removed this one just now.
  await sleep(50);
  return readLock(lock) === token;
}

function isHeld(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > 60_000) return false;
    const holder = Number(readLock(lock));
    // A lock without a holder is just being written.
    if (holder) process.kill(holder, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Renames it first, so that only one of several processes removes it. */
function removeLock(lock) {
  try {
    renameSync(lock, `${lock}.${process.pid}`);
    rmSync(`${lock}.${process.pid}`);
  } catch {}
}

function readLock(lock) {
  try {
    return readFileSync(lock, "utf8");
  } catch {
    return "";
  }
}

/** npm scripts find node_modules/.bin first, where packages for common machines put a Node of their own. */
function checkNode() {
  const own = join(modules, ".bin", "node");
  // It may be built for another C library.
  if (existsSync(own) && !versionOf(own)) rmSync(own);
  const version = versionOf("node") ?? "none";
  const [major, minor] = version.replace("v", "").split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return;
  fail(`Banter needs Node 22.19 or newer, but npm finds ${version} here: install a newer Node and start again.`, 1);
}

function versionOf(node) {
  const path = [join(modules, ".bin"), process.env.PATH].join(delimiter);
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8", env: { ...process.env, PATH: path } });
  return status === 0 ? stdout.trim() : undefined;
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(line, code) {
  say(line);
  process.exit(code);
}
