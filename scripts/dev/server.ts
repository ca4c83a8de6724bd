import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export type ServerOptions = {
  /** Further options of Node. */
  options: string[];
  environment: NodeJS.ProcessEnv;
  onExit: (code: number) => void;
};

/** Starts the server under `node --watch`, which restarts it when a file it has loaded changes, also after an error. */
export function startServer({ options, environment, onExit }: ServerOptions): { stop(): Promise<void> } {
  const watch = ["--watch", "--watch-preserve-output", "--watch-kill-signal=SIGINT"];
  const program = ["--disable-proto=delete", ...options, "scripts/run.mjs", "server/main.ts"];
  const child = spawn(process.execPath, [...watch, ...program], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: environment,
    stdio: "inherit",
  });
  child.on("exit", (code) => onExit(code ?? 1));
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    },
  };
}
