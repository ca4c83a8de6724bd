import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { end, within } from "./child.ts";

export type Server = { pid: number; port: number; startedAt: number; stop(): Promise<void> };

/** Banter with the post channel, in a process of its own. With a profile's name, it writes that profile when it ends. */
export async function startServer(databaseUrl: string, profile?: string): Promise<Server> {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const profiling = profile ? ["--cpu-prof", `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${profile}`] : [];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...profiling, ...startWords()], {
    cwd: fileURLToPath(root),
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: "0",
      LOG_LEVEL: "warn",
      API_RATE_PER_SECOND: "1000000",
      API_RATE_BURST: "1000000",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  const listening = new Promise<number>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const port = /Console +http:\/\/[^ ]+:(\d+)\//.exec(said)?.[1];
      if (port) resolve(Number(port));
    });
  });
  const port = await within(30_000, "The server", listening, child);
  return { pid: child.pid ?? 0, port, startedAt, stop: () => end(child, "SIGTERM") };
}

const root = new URL("..", import.meta.url);

/** As `npm start` has them, since memory and speed depend on Node's flags; only the channels differ. */
function startWords(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { scripts: { start: string } };
  const [, ...words] = scripts.start.split(" ");
  return words.map((word) => (word === "server/main.ts" ? "server/test/post-server.ts" : word));
}
