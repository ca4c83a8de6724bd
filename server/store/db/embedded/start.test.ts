import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "@banter/core/test/at-end.ts";
import { aPlace, ask, holdElsewhere, isRoot, isUp, postmasterOf } from "../../../test/database/embedded.ts";
import { findFreePort } from "./port.ts";
import { findEmbedded } from "./start.ts";

test("the first start makes a database behind a password, on loopback, with fsync on", async (t) => {
  const { dataDir, start } = aPlace(t);

  const { url, location } = await start();

  const { cluster, port, password } = findEmbedded(dataDir) ?? assert.fail();
  assert.equal(location, cluster);
  assert.equal(url, `postgres://banter:${password}@127.0.0.1:${port}/banter`);
  assert.equal(statSync(join(dataDir, "postgres.json")).mode & 0o777, 0o600);
  const settings = await ask(
    url.replace("banter:", "postgres:"),
    "select name, setting from pg_settings where name = any($1) order by name",
    [["fsync", "listen_addresses", "server_encoding", "synchronous_commit", "unix_socket_directories"]],
  );
  assert.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
    fsync: "on",
    listen_addresses: "127.0.0.1",
    server_encoding: "UTF8",
    synchronous_commit: "on",
    unix_socket_directories: "",
  });
  assert.deepEqual(await ask(url, "select rolsuper from pg_roles where rolname = current_user"), [{ rolsuper: false }]);
  await assert.rejects(ask(url.replace(password, "wrong"), "select 1"), { code: "28P01" });
});

test("the second start keeps data and port", async (t) => {
  const { start } = aPlace(t);
  const first = await start();
  await ask(first.url, "create table kept as select 7 as seven");
  await first.stop();

  const second = await start();

  assert.equal(second.url, first.url);
  assert.deepEqual(await ask(second.url, "select seven from kept"), [{ seven: 7 }]);
});

test("a server killed with -9 is started again, for the process that uses it and for others", async (t) => {
  const { start } = aPlace(t);
  const holder = await start();
  await ask(holder.url, "create table kept as select 7 as seven");

  process.kill(postmasterOf(holder), "SIGKILL");
  const other = await start();

  assert.equal(other.url, holder.url);
  assert.deepEqual(await ask(other.url, "select seven from kept"), [{ seven: 7 }]);
  await other.stop();
  await holder.stop();
  assert.equal(await isUp(holder.url), false);
});

test("a stale postmaster.pid that names a process of another program does not stop the start", async (t) => {
  const { start } = aPlace(t);
  const neighbour = await aPlace(t).start();
  const first = await start();
  const pidFile = join(first.location, "postmaster.pid");
  const [, ...rest] = readFileSync(pidFile, "utf8").split("\n");
  await first.stop();

  for (const stranger of [process.pid, postmasterOf(neighbour)]) {
    writeFileSync(pidFile, [stranger, ...rest].join("\n"));
    const again = await start();
    assert.equal(again.url, first.url);
    assert.equal(await isUp(again.url), true);
    await again.stop();
  }
  assert.equal(await isUp(neighbour.url), true);
});

test("an empty postmaster.pid, left by a power cut, does not stop the start", async (t) => {
  const { start } = aPlace(t);
  const first = await start();
  await first.stop();
  const pidFile = join(first.location, "postmaster.pid");
  writeFileSync(pidFile, "");
  utimesSync(pidFile, 0, 0);

  const again = await start();

  assert.equal(await isUp(again.url), true);
});

test("a start joins the running server of a killed process", async (t) => {
  const { dataDir, start } = aPlace(t);
  const holder = await holdElsewhere(t, dataDir);
  const pid = postmasterOf(holder);
  holder.kill("SIGKILL");
  await holder.gone;

  const next = await start();

  assert.equal(postmasterOf(next), pid);
  await next.stop();
  assert.equal(await isUp(next.url), false);
});

test("processes that start at once share one server, and the last to leave stops it", async (t) => {
  const { dataDir, start } = aPlace(t);

  const [elsewhere, one, two] = await Promise.all([holdElsewhere(t, dataDir), start(), start()]);

  assert.equal(one.url, two.url);
  assert.equal(one.url, elsewhere.url);
  assert.deepEqual(readdirSync(dataDir).sort(), ["postgres", "postgres.json"]);
  await Promise.all([one.stop(), two.stop()]);
  assert.equal(await isUp(one.url), true);
  elsewhere.kill("SIGTERM");
  await elsewhere.gone;
  assert.equal(await isUp(one.url), false);
});

test("a start during a stop ends up connected", async (t) => {
  const { start } = aPlace(t);
  let current = await start();

  for (let round = 0; round < 5; round++) {
    const stopping = current.stop();
    await sleep(round * 10);
    current = await start();
    await stopping;
    assert.equal(await isUp(current.url), true);
  }
});

test("a port that another program has taken is replaced by another, which is remembered", async (t) => {
  const { dataDir, start } = aPlace(t);
  const first = await start();
  await first.stop();
  const { port } = findEmbedded(dataDir) ?? assert.fail();
  const taker = createServer().listen(port, "127.0.0.1");
  await once(taker, "listening");
  atEnd(t, () => taker.close());

  const second = await start();

  assert.notEqual(second.url, first.url);
  assert.equal(Number(new URL(second.url).port), findEmbedded(dataDir)?.port);
  assert.equal(await isUp(second.url), true);
});

test("the work folder of a start that was killed is removed", async (t) => {
  const { dataDir, start } = aPlace(t);
  const dead = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(dead, "exit");
  mkdirSync(join(dataDir, `postgres.new-${dead.pid}-0a1b2c3d/cluster/base`), { recursive: true });
  writeFileSync(
    join(dataDir, "postgres.json"),
    JSON.stringify({ port: await findFreePort(), password: "secret", cluster: "postgres" }),
  );

  const { url } = await start();

  assert.equal(new URL(url).password, "secret");
  assert.deepEqual(readdirSync(dataDir).sort(), ["postgres", "postgres.json"]);
});

test("for root, data is kept elsewhere if PostgreSQL's user cannot reach it", { skip: !isRoot }, async (t) => {
  const { dataDir, fallbackDir, start, lines } = aPlace(t);
  chmodSync(dataDir, 0o700);

  const first = await start();
  await ask(first.url, "create table kept as select 7 as seven");
  await first.stop();
  const second = await start();

  assert.equal(join(second.location, ".."), fallbackDir);
  assert.match(lines.join("\n"), new RegExp(`keeps its data in ${second.location}`));
  assert.deepEqual(readdirSync(dataDir), ["postgres.json"]);
  assert.deepEqual(await ask(second.url, "select seven from kept"), [{ seven: 7 }]);
});
