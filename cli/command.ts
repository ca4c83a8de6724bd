import type { ParseArgsConfig } from "node:util";
import type { Config } from "@banter/server/config/config.ts";
import type { KeyRing } from "@banter/server/encryption/sealer.ts";
import type { Accept } from "@banter/server/mailbox/accept.ts";
import type { Database } from "@banter/server/store/db/db.ts";

type Described = {
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig["options"]>;
  /** The number of words it takes beside its options. */
  words: [min: number, max: number];
};

/** A command on the database of the settings, which is up to date. */
export type Command = Described & { run(deps: CommandDeps, given: CommandInput): Promise<void> };

/** A command that opens databases itself. Resolves with the exit code. */
export type OwnCommand = Described & { runAlone(config: Config, given: CommandInput): Promise<number> };

export type CommandDeps = { db: Database; config: Config; accept: Accept; keys: KeyRing };
export type CommandInput = { options: Record<string, unknown>; words: string[] };

/** The command was called with wrong arguments; the message says how to call it. */
export class UsageError extends Error {}

/** The value of an option that must be given. */
export function required({ options }: CommandInput, name: string): string {
  const value = options[name];
  if (typeof value === "string" && value !== "") return value;
  throw new UsageError(`The option --${name} is missing.`);
}

/** The workspace's number of the option --workspace; undefined without the option. */
export function workspaceOf({ options: { workspace } }: CommandInput): number | undefined {
  if (workspace === undefined) return undefined;
  if (typeof workspace === "string" && /^[1-9][0-9]{0,14}$/.test(workspace)) return Number(workspace);
  throw new UsageError("The option --workspace must be the number of a workspace: banter workspace list.");
}

/** Progress and warnings: standard output is for the result. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Prints one JSON object with --json, else a line for each field. */
export function print({ options }: CommandInput, data: Record<string, unknown>): void {
  if (options.json) process.stdout.write(`${JSON.stringify(data)}\n`);
  else for (const [name, value] of Object.entries(data)) process.stdout.write(`${name}: ${value}\n`);
}
