import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { findFreePort } from "../../server/store/db/embedded/port.ts";
import { testSecretKey } from "../../server/test/database/keys.ts";

/** A server process. Its address stays the same after a restart. */
export type Node = {
  baseUrl: string;
  /** Starts it and waits until it serves. `settings` are added to those of the world. */
  start(settings?: NodeJS.ProcessEnv): Promise<void>;
  isRunning(): boolean;
  /** True if a load balancer would send calls here: it has started and was not stopped. */
  isServing(): boolean;
  kill(): Promise<void>;
  /** Sends SIGTERM, then SIGKILL after `withinMs`. Resolves to its exit code, or null if it was killed. */
  stop(withinMs?: number): Promise<number | null>;
  pause(): void;
  resume(): void;
  signal(signal: NodeJS.Signals): void;
  pid(): number | undefined;
  /** The processes that it has started: its nodes, if it is a supervisor. */
  childPids(): number[];
  /** Resolves to the fail-point that has killed it, or to undefined after `withinMs`. */
  endedAt(withinMs: number): Promise<string | undefined>;
};

/** `root` is the checkout whose code runs, `program` the file in it that is started. */
export type NodeOptions = { databaseUrl: string; settings: NodeJS.ProcessEnv; root?: string; program?: string };

export const ownRoot = fileURLToPath(new URL("../..", import.meta.url));

const startBoundMs = 180_000;
const maxStarts = 5;
const ownProgram = join("faults", "world", "server.ts");

export async function aNode(t: Test, options: NodeOptions): Promise<Node> {
  const { databaseUrl, settings, root = ownRoot, program = ownProgram } = options;
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  let said = "";
  let isServing = false;

  async function end(signal: NodeJS.Signals, withinMs: number): Promise<number | null> {
    const ending = child;
    isServing = false;
    if (!ending || hasEnded(ending)) return ending?.exitCode ?? null;
    const gone = once(ending, "exit");
    ending.kill("SIGCONT");
    ending.kill(signal);
    const timer = setTimeout(() => ending.kill("SIGKILL"), withinMs);
    await gone;
    clearTimeout(timer);
    return ending.exitCode;
  }
  atEnd(t, () => end("SIGKILL", 0));

  async function startOnce(added: NodeJS.ProcessEnv): Promise<void> {
    said = "";
    child = spawn(process.execPath, ["--disable-proto=delete", "scripts/run.mjs", program], {
      cwd: root,
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        SECRET_KEY: testSecretKey,
        PORT: String(port),
        LOG_LEVEL: "fatal",
        ...settings,
        ...added,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    await serving(child, () => said);
    isServing = true;
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    isRunning: () => child !== undefined && !hasEnded(child),
    isServing: () => isServing && child !== undefined && !hasEnded(child),
    kill: async () => void (await end("SIGKILL", 0)),
    stop: (withinMs = 40_000) => end("SIGTERM", withinMs),
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    signal: (signal) => void child?.kill(signal),
    pid: () => child?.pid,
    childPids: () => (child?.pid === undefined ? [] : childrenOf(child.pid)),
    async start(added = {}) {
      // A server that cannot reach PostgreSQL in time ends, and a service manager starts it again.
      for (let tries = 1; ; tries++) {
        try {
          return await startOnce(added);
        } catch (error) {
          if (tries >= maxStarts) throw error;
          await end("SIGKILL", 0);
        }
      }
    },
    async endedAt(withinMs) {
      const running = child;
      if (!running) return undefined;
      if (!hasEnded(running)) await Promise.race([once(running, "exit"), sleep(withinMs, undefined, { ref: false })]);
      return hasEnded(running) ? (/Killed at (.+)/.exec(said)?.[1] ?? "") : undefined;
    },
  };
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Waits until the server runs, or until a fail-point has killed it during its start. */
async function serving(child: ChildProcess, said: () => string): Promise<void> {
  const endAt = performance.now() + startBoundMs;
  while (!said().includes("Banter is running") && !said().includes("Killed at")) {
    if (hasEnded(child)) {
      await sleep(50);
      if (said().includes("Killed at")) return;
      throw new Error(`The server did not start: ${said().trim() || `exit code ${child.exitCode}`}`);
    }
    if (performance.now() > endAt) throw new Error("The server did not start in time.");
    await sleep(10);
  }
}
