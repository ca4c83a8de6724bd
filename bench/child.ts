import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts a program of the benchmark in its own process. It sends `{ port }` when it is ready and ends with us. */
export type Child = {
  pid: number;
  port: number;
  ask<Answer>(question: object): Promise<Answer>;
  tell(order: object): void;
  onMessage<Message>(listener: (message: Message) => void): void;
  stop(): Promise<void>;
};

export async function startChild(script: string, argument = ""): Promise<Child> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, argument], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [{ port }] = (await within(20_000, script, once(child, "message"), child)) as [{ port: number }];
  return {
    pid: child.pid ?? 0,
    port,
    async ask<Answer>(question: object) {
      child.send(question);
      const [answer] = await within(20_000, script, once(child, "message"), child);
      return answer as Answer;
    },
    tell: (order) => void child.send(order),
    onMessage: (listener) => void child.on("message", listener as (message: unknown) => void),
    stop: () => end(child, "SIGKILL"),
  };
}

/** Waits for the work, but fails after a time limit or when the process has ended. */
export async function within<Result>(
  ms: number,
  what: string,
  work: Promise<Result>,
  child: ChildProcess,
): Promise<Result> {
  const failing = Promise.withResolvers<never>();
  const timer = setTimeout(() => failing.reject(new Error(`${what} did not answer within ${ms} ms.`)), ms);
  const onExit = (code: number | null) => failing.reject(new Error(`${what} ended with ${code}.`));
  child.once("exit", onExit);
  try {
    return await Promise.race([work, failing.promise]);
  } finally {
    clearTimeout(timer);
    child.off("exit", onExit);
  }
}

/** Stops a process, and kills it if it has not ended within fifteen seconds. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await gone;
  clearTimeout(timer);
}
