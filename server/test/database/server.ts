import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../../store/db/embedded/process.ts";
import { findEmbedded, startEmbedded } from "../../store/db/embedded/start.ts";
import { serversOf } from "./citus.ts";
import { onServer, prepareTemplate } from "./template.ts";

/**
 * How PostgreSQL copies the template. By its log is better on a disk; a copy of the files takes half the processor time
 * (30 instead of 55 ms), but waits for each of them to be on disk.
 */
export type CopyStrategy = "wal_log" | "file_copy";

export type TestServer = { url: string; template: string; strategy: CopyStrategy; close(): Promise<void> };

/** The PostgreSQL server of a test run, with the template of its databases. Starts one if none is given. */
export async function openTestServer(givenUrl: string | undefined): Promise<TestServer> {
  const template = `banter_test_${randomBytes(6).toString("hex")}`;
  if (givenUrl) {
    await prepareTemplate(givenUrl, template);
    return { url: givenUrl, template, strategy: "wal_log", close: () => dropEverywhere(givenUrl, template) };
  }

  for (const place of [memoryDir, tmpdir()]) if (existsSync(place)) removeAbandoned(place);
  const isInMemory = hasRoomInMemory();
  const folder = mkdtempSync(join(isInMemory ? memoryDir : tmpdir(), `${prefix}${process.pid}-`));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  try {
    const { url, stop } = await startEmbedded({ dataDir: folder, log: () => {}, maxConnections });
    await prepareTemplate(url, template);
    const strategy = isInMemory ? "file_copy" : "wal_log";
    return { url, template, strategy, close: () => stop().finally(() => remove(folder)) };
  } catch (error) {
    remove(folder);
    throw error;
  }
}

const prefix = "banter-test-run-";
const memoryDir = "/dev/shm";
/** Several test processes run at once, each with servers that have up to 18 connections. */
const maxConnections = 100 * (availableParallelism() + 2);

/** Every test creates and drops a database, which on a disk is mostly waiting for it. */
function hasRoomInMemory(): boolean {
  if (!existsSync(memoryDir)) return false;
  const { bavail, bsize } = statfsSync(memoryDir);
  return Math.min(bavail * bsize, process.availableMemory()) > 8 * 2 ** 30;
}

/** Removes the folders of killed runs. A PostgreSQL server whose files are gone exits within a minute. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const folder = join(place, name);
    const runner = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : undefined;
    if (!runner || isAlive(runner) || lstatSync(folder).uid !== process.getuid?.()) continue;
    remove(folder);
  }
}

function remove(folder: string): void {
  const cluster = findEmbedded(folder)?.cluster;
  for (const path of [cluster, folder]) if (path) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

async function dropEverywhere(url: string, template: string): Promise<void> {
  for (const server of serversOf(url)) await dropAll(server, template);
}

async function dropAll(url: string, template: string): Promise<void> {
  await onServer(url, async (server) => {
    const found = await server.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [template],
    );
    for (const { name } of found.rows) await server.query(`drop database if exists ${name} with (force)`);
  });
}
