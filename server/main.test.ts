import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { freshDatabase } from "./test/database/database.ts";
import { startWith } from "./test/database/embedded.ts";
import { testSecretKey } from "./test/database/keys.ts";
import { onServer } from "./test/database/template.ts";
import { aDataDir } from "./test/server-process.ts";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

/** A server process; `said` is everything it has printed so far. */
function aProcess(t: Test, databaseUrl: string, env: NodeJS.ProcessEnv = {}, command = [process.execPath]) {
  const [program = "", ...args] = command;
  const child = spawn(program, [...args, "--disable-proto=delete", main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      DATA_DIR: aDataDir(t),
      SECRET_KEY: testSecretKey,
      PORT: "0",
      LOG_LEVEL: "warn",
      SHUTDOWN_GRACE_MS: "0",
      OVERLOAD_MS: "300000",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const server = { child, said: "", ended: once(child, "close") as Promise<[number | null, string | null]> };
  child.stdout.on("data", (chunk) => {
    server.said += chunk;
  });
  atEnd(t, async () => {
    child.kill("SIGKILL");
    await server.ended;
  });
  return server;
}

/** Waits for the end of its welcome text. */
async function greeting(server: { child: ChildProcess; said: string }): Promise<string> {
  while (!/\n {2}(curl|A new demo).*\n\n$/.test(server.said)) {
    await Promise.race([once(server.child.stdout ?? assert.fail(), "data"), failure(server)]);
  }
  return server.said;
}

async function failure(server: { child: ChildProcess; said: string }): Promise<never> {
  await once(server.child, "close");
  return assert.fail(`the server ended: ${server.said}`);
}

const addressIn = (said: string) => /Console {4}(\S+)\/$/m.exec(said)?.[1] ?? assert.fail(said);

function runPrintedCommand(said: string): Promise<Response> {
  const [, header = "", url = ""] = /^ {2}curl -H '([^']+)' (\S+)$/m.exec(said) ?? assert.fail(said);
  return fetch(url, { headers: [header.split(": ") as [string, string]] });
}

test("the first start creates the demo and prints all addresses, the second creates none", async (t) => {
  const url = await freshDatabase(t);

  const first = aProcess(t, url);
  const said = await greeting(first);

  const base = addressIn(said);
  assert.match(said, /^Banter is running\. Data: the server of DATABASE_URL$/m);
  assert.match(said, /^ {2}Login {6}owner@example\.com {2}([a-z2-9]{5}-){3}[a-z2-9]{5}$/m);
  assert.match(said, new RegExp(`^ {2}Chat page {2}${base}/chat/web_1000001$`, "m"));
  assert.match(said, new RegExp(`^ {2}API {8}${base}/docs$`, "m"));
  const answer = (await (await runPrintedCommand(said)).json()) as { success: boolean; data: { flows: unknown[] } };
  assert.equal(answer.success, true);
  assert.ok(answer.data.flows.length >= 6);
  for (const path of ["/healthz", "/readyz", "/docs"]) assert.equal((await fetch(base + path)).status, 200);

  first.child.kill("SIGTERM");
  assert.deepEqual(await first.ended, [0, null]);
  assert.match(first.said, /\nStopping\.\n$/);
  const nodes = await onServer(url, (client) => client.query("select from nodes"));
  assert.equal(nodes.rowCount, 0);

  const second = aProcess(t, url);
  const again = await greeting(second);
  assert.doesNotMatch(again, /Login|Chat page|curl/);
  assert.match(again, /A new demo login and token: npm run -s banter -- demo/);
  const printed = said.replaceAll(base, addressIn(again));
  assert.equal((await runPrintedCommand(printed)).status, 200);

  second.child.kill("SIGINT");
  assert.deepEqual(await second.ended, [0, null]);
});

test("a port in use is reported in one line, and no demo is created", async (t) => {
  const url = await freshDatabase(t);
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;

  const refused = aProcess(t, url, { PORT: String(port) });
  assert.deepEqual(await refused.ended, [1, null]);
  holder.close();

  assert.equal(refused.said, `Port ${port} is taken. Set PORT to another one.\n`);
  assert.match(await greeting(aProcess(t, url, { PORT: String(port) })), /^ {2}Login/m);
});

test("invalid settings and an unreachable database are reported in one line", async (t) => {
  const url = await freshDatabase(t);
  const [settings, away] = [
    aProcess(t, url, { PORT: "http", LOG_LEVEL: "loud" }),
    aProcess(t, "postgres://x:secret@127.0.0.1:1/x"),
  ];

  assert.deepEqual(
    [await settings.ended, await away.ended],
    [
      [1, null],
      [1, null],
    ],
  );

  assert.match(settings.said, /^Invalid settings\. PORT: must be a whole number; LOG_LEVEL: [^\n]+\n$/);
  assert.match(away.said, /^The database of DATABASE_URL cannot be used: [^\n]+\n$/);
  assert.ok(!away.said.includes("secret"));
});

test("a server started by npm ends when npm's shell is killed", async (t) => {
  const shell = ["sh", "-c", '"$0" "$@" & wait', process.execPath];
  const server = aProcess(t, await freshDatabase(t), { npm_lifecycle_event: "start" }, shell);
  const base = addressIn(await greeting(server));

  server.child.kill("SIGTERM");
  // The server has inherited the shell's output: it is closed when both have ended.
  await server.ended;

  assert.match(server.said, /Stopping\.\n$/);
  await assert.rejects(fetch(`${base}/healthz`));
});

test("a PostgreSQL that could lose commits is refused before anything is served", async (t) => {
  const { url: unsynced } = await startWith(t, ["fsync=off"]);
  const early = await freshDatabase(t);
  await onServer(early, (client) =>
    client.query(`alter database ${new URL(early).pathname.slice(1)} set synchronous_commit = off`),
  );

  for (const url of [unsynced, early]) {
    const refused = aProcess(t, url, { NODE_ENV: "production" });

    const [code] = await Promise.race([refused.ended, greeting(refused)]);
    assert.equal(code, 1);
    assert.match(refused.said, /^PostgreSQL runs with fsync or synchronous_commit off, [^\n]+\n$/);
  }
});
