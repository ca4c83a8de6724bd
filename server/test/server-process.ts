import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";

export type ServerProcess = {
  baseUrl: string;
  /** Starts it, or starts it again, and waits until it serves. */
  start(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
};

/** A server in a process of its own on a database, ended with the test. */
export async function aServerProcess(
  t: Test,
  databaseUrl: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const script = fileURLToPath(new URL("./post-server.ts", import.meta.url));
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: aDataDir(t), PORT: String(port), LOG_LEVEL: "warn" };
  const env = { ...process.env, ...settings, ...environment };
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    ending.kill("SIGKILL");
    await once(ending, "exit");
  }
  atEnd(t, kill);

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    kill,
    async start(): Promise<void> {
      const starting = spawn(process.execPath, ["--disable-proto=delete", script], {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      child = starting;
      let said = "";
      await new Promise<void>((resolve, reject) => {
        starting.stdout?.on("data", (chunk) => {
          said += String(chunk);
          if (said.includes("Banter is running")) resolve();
        });
        starting.once("exit", () => reject(new Error(`The server did not start: ${said}`)));
      });
    },
  };
}

/** A folder of the test's own: what servers keep beside an outside database. */
export function aDataDir(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), "banter-data-"));
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
