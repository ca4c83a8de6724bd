import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { testSecretKey } from "./database/keys.ts";
import { until } from "./until.ts";

export type ServerProcess = {
  baseUrl: string;
  /** Starts or restarts it, and waits until it serves. */
  start(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Waits until it has printed this text since its start. */
  says(text: string): Promise<void>;
  /** Everything that it has printed since its start. */
  output(): string;
  /** Resolves with its exit code and signal when it has ended. */
  ended(): Promise<[code: number | null, signal: NodeJS.Signals | null]>;
};

/** A server process on a database, killed when the test ends. `within` is a command that runs it in another place. */
export async function aServerProcess(
  t: Test,
  databaseUrl: string,
  environment: NodeJS.ProcessEnv = {},
  within: string[] = [],
): Promise<ServerProcess> {
  const port = await freePort();
  const script = fileURLToPath(new URL("./post-server.ts", import.meta.url));
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: aDataDir(t),
    SECRET_KEY: testSecretKey,
    PORT: String(port),
    LOG_LEVEL: "warn",
    OVERLOAD_MS: "300000",
  };
  const env = { ...process.env, ...settings, ...environment };
  let child: ChildProcess | undefined;
  let said = "";

  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null;
  async function ended(): Promise<[number | null, NodeJS.Signals | null]> {
    if (child && !hasEnded()) await once(child, "exit");
    return [child?.exitCode ?? null, child?.signalCode ?? null];
  }
  async function kill(): Promise<void> {
    if (!hasEnded()) child?.kill("SIGKILL");
    await ended();
  }
  async function says(text: string): Promise<void> {
    await until(() => said.includes(text) || hasEnded());
    if (!said.includes(text)) throw new Error(`The server has ended: ${said}`);
  }
  atEnd(t, kill);

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    kill,
    signal: (signal) => child?.kill(signal),
    says,
    output: () => said,
    ended,
    async start(): Promise<void> {
      said = "";
      const [program = "", ...words] = [...within, process.execPath, "--disable-proto=delete", script];
      child = spawn(program, words, {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      child.stdout?.on("data", (chunk) => {
        said += String(chunk);
      });
      await says("Banter is running");
    },
  };
}

/** A node of a supervised server, as the supervisor's log names it. */
export type ServingNode = { node: number; nodeId: string; nodePid: number };

export type SupervisedServer = ServerProcess & {
  /** The nodes that have served so far, in the order of their start. */
  served(): ServingNode[];
  /** Waits until so many nodes have served since the start. */
  waitForServed(count: number): Promise<ServingNode[]>;
};

/** A server process with two nodes or as many as the environment says, started. */
export async function aSupervisedServer(
  t: Test,
  databaseUrl: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<SupervisedServer> {
  const settings = { NODES: "2", LOG_LEVEL: "info", SHUTDOWN_GRACE_MS: "0" };
  const server = await aServerProcess(t, databaseUrl, { ...settings, ...environment });
  const served = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes('"msg":"node serves"') && line.endsWith("}"))
      .map((line) => JSON.parse(line) as ServingNode);
  await server.start();
  return {
    ...server,
    served,
    async waitForServed(count) {
      await until(() => served().length >= count);
      return served();
    },
  };
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, "ESRCH");
    return false;
  }
}

/** A data folder for one test, for servers whose database is elsewhere. */
export function aDataDir(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), "banter-data-"));
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const main = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

type Ran = { code: number; out: string; error: string; bytes: Buffer };

/** Runs the command line in a process of its own. Words are split at spaces, unless they are given as a list. */
export async function banter(
  words: string | string[],
  { env = {}, input = "" }: { env?: Record<string, string>; input?: string | Buffer } = {},
): Promise<Ran> {
  const args = typeof words === "string" ? words.split(" ").filter(Boolean) : words;
  const cache = process.env.NODE_COMPILE_CACHE;
  const child = spawn(process.execPath, ["--disable-proto=delete", main, ...args], {
    env: { PATH: process.env.PATH, ...(cache && { NODE_COMPILE_CACHE: cache }), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that does not read its input may end first.
  child.stdin.on("error", () => undefined).end(input);
  const [bytes, error, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, out: bytes.toString(), error, bytes };
}
