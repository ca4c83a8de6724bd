import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

/** The user that PostgreSQL runs as when we are root, which it refuses to be. Undefined: our own user. */
export type SystemAccount = { uid: number; gid: number; name: string };

/** An existing cluster keeps the account that owns it. */
export function chooseAccount(cluster?: string): SystemAccount | undefined {
  const owner = cluster !== undefined && existsSync(cluster) ? statSync(cluster) : undefined;
  if (process.getuid?.() !== 0) {
    if (!owner || process.getuid === undefined || owner.uid === process.getuid()) return undefined;
    throw new Error(
      `The data in ${cluster} belongs to another user (uid ${owner.uid}): start Banter as that user or as root.`,
    );
  }
  if (owner?.uid === 0)
    throw new Error(
      `The data in ${cluster} belongs to root, but PostgreSQL cannot run as root: chown -R it to postgres or nobody.`,
    );
  if (owner) return { uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` };

  const account = findAccount("postgres") ?? findAccount("nobody");
  if (!account)
    throw new Error("PostgreSQL cannot run as root, and there is no user postgres or nobody: set DATABASE_URL.");
  return account;
}

function findAccount(name: string): SystemAccount | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid && gid ? { uid, gid, name } : undefined;
}

export type ProgramResult = { succeeded: boolean; output: string };

/** Runs a program as the account. It gets only the variables it needs: no PG* settings and no secrets. */
export function run(account: SystemAccount | undefined, program: string, args: string[]): Promise<ProgramResult> {
  const passed = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TEMP", "TMP"];
  const env = Object.fromEntries(passed.map((name) => [name, process.env[name]]));
  const child = spawn(program, args, {
    cwd: process.platform === "win32" ? undefined : "/",
    env: { ...env, LC_ALL: "C", HOME: "/" },
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  });

  return new Promise((resolve) => {
    let output = "";
    const finish = (succeeded: boolean) => {
      // On Windows the server inherits the pipes of the program that started it, and would keep them open.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ succeeded, output: output.trim() });
    };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (output += data.toString()));
    child.on("error", (error) => {
      output += error.message;
      finish(false);
    });
    child.on("close", (code) => finish(code === 0));
    child.on("exit", (code) => setTimeout(finish, 1000, code === 0).unref());
  });
}

/** Tries to write, because access lists, mounts and containers decide too, not only the file modes. */
export async function canWrite(account: SystemAccount | undefined, folder: string): Promise<boolean> {
  if (!account) return true;
  const script = ': > "$1/probe" && rm "$1/probe"';
  return (await run(account, "/bin/sh", ["-c", script, "sh", folder])).succeeded;
}
