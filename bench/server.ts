import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { end, within } from "./child.ts";

export type Server = { pid: number; port: number; startedAt: number; stop(): Promise<void> };

/** Banter with the post channel, in a process of its own. With a profile's name, it writes that profile when it ends. */
export async function startServer(databaseUrl: string, profile?: string): Promise<Server> {
  const script = fileURLToPath(new URL("../server/test/post-server.ts", import.meta.url));
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const profiling = profile ? ["--cpu-prof", `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${profile}`] : [];
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--disable-proto=delete", ...profiling, script], {
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
