import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testSecretKey } from "../server/test/database/keys.ts";
import { end, within } from "./child.ts";
import type { Place } from "./place.ts";
import type { Tree } from "./tree.ts";

export type Server = {
  pid: number;
  port: number;
  databaseUrl: string;
  startedAt: number;
  /** Seconds until it served. */
  startSeconds: number;
  /** The processes of all nodes that have served so far, if there are several. */
  nodePids(): number[];
  /** Resolves when the server prints a line with this text. */
  says(text: string): Promise<void>;
  stop(): Promise<void>;
};

export type Starting = {
  databaseUrl: string;
  tree?: Tree;
  /** Settings that differ from the defaults. */
  settings?: Record<string, string>;
  /** File name of a CPU profile, written into the place's folder when the server ends. */
  profile?: string;
};

/** Starts Banter in its own process like `npm start`, with the same flags and default settings. */
export async function startServer(place: Pick<Place, "folder" | "tree">, starting: Starting): Promise<Server> {
  const { folder } = place;
  const { databaseUrl, tree = place.tree, settings = {}, profile } = starting;
  const profiling = profile ? ["--cpu-prof", `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${profile}`] : [];
  const startedAt = performance.now();
  const { PATH = "", HOME = "" } = process.env;
  const dataDir = join(folder, new URL(databaseUrl).pathname.slice(1));
  const child = spawn(tree.node, [...profiling, ...startWords(tree)], {
    cwd: fileURLToPath(tree.root),
    env: { PATH, HOME, ...ownSettings, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = readOutput(child.stdout);
  const port = await within(60_000, "The server", output.port, child).catch((error: Error) => {
    throw new Error(`${error.message}\n${output.lastLines()}`);
  });
  const stop = async () => {
    await end(child, "SIGTERM");
    const { count, last } = output.takeWarnings();
    if (count > 0) process.stderr.write(`  The server logged ${count} warnings, the last one: ${last}\n`);
  };
  const startSeconds = (performance.now() - startedAt) / 1000;
  const { nodePids, says } = output;
  return { pid: child.pid ?? 0, port, databaseUrl, startedAt, startSeconds, nodePids, says, stop };
}

/** Settings without influence on the measurement. */
const ownSettings = { SECRET_KEY: testSecretKey, PORT: "0", ALLOW_PLATFORM_HOSTS: "127.0.0.1", SHUTDOWN_GRACE_MS: "0" };

/** Settings that lift the rate limit of the public API, which would otherwise be measured. */
export const withoutRateLimit = { API_RATE_PER_SECOND: "1000000", API_RATE_BURST: "1000000" };

function readOutput(stdout: NodeJS.ReadableStream) {
  const port = Promise.withResolvers<number>();
  let warnings = { count: 0, last: "" };
  const last: string[] = [];
  const nodePids: number[] = [];
  const waiting = new Map<string, () => void>();
  let rest = "";
  stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    last.push(...lines);
    last.splice(0, last.length - 20);
    for (const line of lines) {
      const found = /Console +http:\/\/[^ ]+:(\d+)\//.exec(line)?.[1];
      if (found) port.resolve(Number(found));
      const nodePid = /"nodePid":(\d+),"msg":"node serves"/.exec(line)?.[1];
      if (nodePid) nodePids.push(Number(nodePid));
      for (const [text, resolve] of waiting) if (line.includes(text)) resolve();
      if (/^\{"level":[456]0/.test(line)) warnings = { count: warnings.count + 1, last: line.slice(0, 500) };
    }
  });
  const takeWarnings = () => {
    const taken = warnings;
    warnings = { count: 0, last: "" };
    return taken;
  };
  const says = (text: string) => new Promise<void>((resolve) => waiting.set(text, resolve));
  return { port: port.promise, takeWarnings, lastLines: () => last.join("\n"), nodePids: () => nodePids, says };
}

/** Node's flags of `npm start`, on which memory and speed depend. */
function startWords({ root }: Tree): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { scripts: { start: string } };
  return scripts.start.split(" ").slice(1);
}
