import type { ParseArgsConfig } from "node:util";
import type { Config } from "@banter/server/config.ts";
import type { Accept } from "@banter/server/mailbox/accept.ts";
import type { Db } from "@banter/server/store/db/db.ts";

export type Command = {
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig["options"]>;
  /** How many words it takes beside its options: at least, at most. */
  words: [least: number, most: number];
  run(deps: CommandDeps, given: Given): Promise<void>;
};

export type CommandDeps = { db: Db; config: Config; accept: Accept };
export type Given = { options: Record<string, unknown>; words: string[] };

/** The command was not called right; the message says how to. */
export class Refusal extends Error {}

/** An option that must be there and hold text. */
export function required({ options }: Given, name: string): string {
  const value = options[name];
  if (typeof value === "string" && value !== "") return value;
  throw new Refusal(`The option --${name} is missing.`);
}

/** Prints JSON for programs, or lines for people. */
export function print({ options }: Given, data: Record<string, unknown>): void {
  if (options.json) process.stdout.write(`${JSON.stringify(data)}\n`);
  else for (const [name, value] of Object.entries(data)) process.stdout.write(`${name}: ${value}\n`);
}
