import { type ChildProcess, spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";

/** The programs of a test run. Signals that end the run are passed on to them. */
export function createPrograms(root: string) {
  const running = new Set<ChildProcess>();
  let stoppedBy: NodeJS.Signals | undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      stoppedBy = signal;
      for (const child of running) endGroup(child, signal);
      // A browser may not end as long as its page is busy.
      setTimeout(() => {
        for (const child of running) {
          endGroup(child, "SIGKILL");
          // A server that left the group would keep them open, and the run would wait for it.
          child.stdout?.destroy();
          child.stderr?.destroy();
        }
      }, 5000).unref();
    });
  }

  function start(program: string, args: string[], stdio: "inherit" | "pipe", env: NodeJS.ProcessEnv = {}) {
    const shell = isWindows && program !== process.execPath;
    const path = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
    const options = { cwd: root, stdio, env: { ...process.env, PATH: path, ...env }, shell, detached: !isWindows };
    const child = spawn(program, args, options);
    running.add(child);
    const passed = new Promise<boolean>((resolve) => {
      child.on("error", (error) => {
        console.error(error.message);
        resolve(false);
      });
      child.on("close", (code) => resolve(code === 0));
    }).finally(() => running.delete(child));
    return { child, passed };
  }

  return {
    stoppedBy: () => stoppedBy,
    /** Starts a program that runs beside others. */
    start: (program: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess =>
      start(program, args, "pipe", env).child,
    /** Runs a program that writes to the terminal. */
    async passes(title: string, program: string, args: string[], env?: NodeJS.ProcessEnv): Promise<boolean> {
      if (stoppedBy) return false;
      console.log(`\n${title}`);
      return start(program, args, "inherit", env).passed;
    },
    /** Runs a program beside others, and prints what it says when it has ended. */
    async passesBeside(title: string, program: string, args: string[]): Promise<boolean> {
      if (stoppedBy) return false;
      const { child, passed } = start(program, args, "pipe");
      const said = await Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")));
      const isPassed = await passed;
      if (!isPassed) console.log(`\n${title}\n${said.join("")}`);
      return isPassed;
    },
  };
}

const isWindows = process.platform === "win32";

/** Signals a program and those that it has started: servers of a test outlive it otherwise. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    // Each program leads a group of processes.
    if (isWindows || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}
