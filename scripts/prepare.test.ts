import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

test("missing packages are installed, with a line for each stage, and nothing on stdout", async (t) => {
  const checkout = aCheckout(t);

  const { code, stdout, stderr } = await checkout.prepare();

  assert.equal(code, 0);
  assert.equal(stdout, "");
  assert.match(stderr, /^Installing packages \(npm ci\)\nPackages installed in \d+ s\n$/);
  assert.equal(checkout.installs(), 1);
});

test("nothing is printed or done when everything is installed", async (t) => {
  const checkout = aCheckout(t);
  await checkout.prepare();

  const again = await checkout.prepare();

  assert.deepEqual(again, { code: 0, stdout: "", stderr: "" });
  assert.equal(checkout.installs(), 1);
});

test("a newer lock file is installed once, even one dated in the future", async (t) => {
  const checkout = aCheckout(t);
  await checkout.prepare();
  const tomorrow = new Date(Date.now() + 86_400_000);
  utimesSync(join(checkout.folder, "package-lock.json"), tomorrow, tomorrow);

  await checkout.prepare();
  await checkout.prepare();

  assert.equal(checkout.installs(), 2);
});

test("one of several processes installs, also past the lock of a killed one", async (t) => {
  const checkout = aCheckout(t);
  const dead = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(dead, "exit");
  writeFileSync(join(checkout.folder, ".prepare.lock"), String(dead.pid));

  const all = await Promise.all([checkout.prepare(), checkout.prepare(), checkout.prepare()]);

  assert.deepEqual(
    all.map(({ code }) => code),
    [0, 0, 0],
  );
  assert.equal(checkout.installs(), 1);
  assert.equal(existsSync(join(checkout.folder, ".prepare.lock")), false);
});

test("a failure of npm ends the start with npm's exit code", async (t) => {
  const checkout = aCheckout(t);

  const { code, stderr } = await checkout.prepare({ STUB_EXIT_CODE: "7" });

  assert.equal(code, 7);
  assert.match(stderr, /npm ci failed with exit code 7/);
  assert.equal(existsSync(join(checkout.folder, ".prepare.lock")), false);
});

test("the next start repeats an installation that was stopped", async (t) => {
  const checkout = aCheckout(t);

  const stopped = await checkout.prepare({ STUB_SECONDS: "60" }, (kill) => kill("SIGTERM"));
  const next = await checkout.prepare();

  assert.equal(stopped.code, 143);
  assert.match(stopped.stderr, /Stopped while installing/);
  assert.equal(next.code, 0);
});

test("a Node that is too old is named in one line", async (t) => {
  const checkout = aCheckout(t);
  await checkout.prepare();
  checkout.putNode("#!/bin/sh\necho v22.18.0\n");

  const { code, stderr } = await checkout.prepare();

  assert.equal(code, 1);
  assert.match(stderr, /^Banter needs Node 22\.19 or newer, but npm finds v22\.18\.0 here: .+\n$/);
});

test("an installed Node that does not run on this machine is removed in favour of the machine's own", async (t) => {
  const checkout = aCheckout(t);
  await checkout.prepare();
  const own = checkout.putNode("#!/no/such/loader\n");

  const { code } = await checkout.prepare();

  assert.equal(code, 0);
  assert.equal(existsSync(own), false);
});

/** A folder with only the script, a lock file, and a program in place of npm that installs nothing. */
function aCheckout(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "banter-prepare-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "scripts"));
  copyFileSync(new URL("prepare.mjs", import.meta.url), join(folder, "scripts/prepare.mjs"));
  writeFileSync(join(folder, "package-lock.json"), "{}");
  writeFileSync(join(folder, "npm-cli.js"), fakeNpm);

  const prepare = async (env = {}, whenInstalling?: (kill: (signal: NodeJS.Signals) => void) => void) => {
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const npm = { npm_execpath: join(folder, "npm-cli.js"), npm_node_execpath: process.execPath };
    const child = spawn(process.execPath, [join(folder, "scripts/prepare.mjs")], {
      env: { ...process.env, PATH, ...npm, ...env },
    });
    const said = { stdout: "", stderr: "" };
    child.stdout.on("data", (data) => (said.stdout += data));
    child.stderr.on("data", (data) => (said.stderr += data));
    if (whenInstalling) {
      while (!existsSync(join(folder, "installs"))) await sleep(20);
      whenInstalling((signal) => child.kill(signal));
    }
    const [code] = await once(child, "close");
    return { code: code as number, ...said };
  };

  const putNode = (script: string) => {
    const own = join(folder, "node_modules/.bin/node");
    mkdirSync(join(own, ".."), { recursive: true });
    writeFileSync(own, script);
    chmodSync(own, 0o755);
    return own;
  };

  return { folder, prepare, putNode, installs: () => readFileSync(join(folder, "installs"), "utf8").length };
}

const fakeNpm = `
  const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
  appendFileSync("installs", "i");
  setTimeout(() => {
    if (process.env.STUB_EXIT_CODE) process.exit(Number(process.env.STUB_EXIT_CODE));
    mkdirSync("node_modules", { recursive: true });
    writeFileSync("node_modules/.package-lock.json", "{}");
  }, Number(process.env.STUB_SECONDS ?? 0.2) * 1000);
`;
