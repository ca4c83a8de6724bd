import { spawn } from "node:child_process";
import { once } from "node:events";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

export type Ran = { code: number; out: string; error: string; bytes: Buffer };

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
