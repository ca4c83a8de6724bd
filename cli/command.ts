import type { ParseArgsConfig } from "node:util";
import type { Config } from "@banter/server/config.ts";
import type { Accept } from "@banter/server/mailbox/accept.ts";
import type { Database } from "@banter/server/store/db/db.ts";

export type Command = {
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig["options"]>;
  /** The number of words it takes beside its options. */
  words: [min: number, max: number];
  run(deps: CommandDeps, given: Given): Promise<void>;
};

export type CommandDeps = { db: Database; config: Config; accept: Accept };
export type Given = { options: Record<string, unknown>; words: string[] };

/** The command was called with wrong arguments; the message says how to call it. */
export class UsageError extends Error {}

/** The value of an option that must be given. */
export function required({ options }: Given, name: string): string {
  const value = options[name];
  if (typeof value === "string" && value !== "") return value;
  throw new UsageError(`The option --${name} is missing.`);
}

/** Prints one JSON object with --json, else a line for each field. */
export function print({ options }: Given, data: Record<string, unknown>): void {
  if (options.json) process.stdout.write(`${JSON.stringify(data)}\n`);
  else for (const [name, value] of Object.entries(data)) process.stdout.write(`${name}: ${value}\n`);
}
