import type { ParseArgsConfig } from "node:util";
import { AppError } from "@banter/core/model/error.ts";
import type { Config } from "@banter/server/config/config.ts";
import { getPage } from "@banter/server/domain/pages/page-settings.ts";
import { writeAuditEntry } from "@banter/server/domain/people/audit-log.ts";
import type { KeyRing } from "@banter/server/encryption/sealer.ts";
import type { Accept } from "@banter/server/mailbox/accept.ts";
import type { ConnectedPage } from "@banter/server/store/catalog/pages.ts";
import type { Database, Db } from "@banter/server/store/db/db.ts";

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

/** The page of the option --page, which must exist. */
export const pageOf = ({ db }: Pick<CommandDeps, "db">, given: CommandInput): Promise<ConnectedPage> =>
  getPage({ db }, required(given, "page"));

/** The thing that a word names: by its id, or else by its name. */
export function named<Thing extends { id: number; name: string }>(
  what: string,
  things: readonly Thing[],
  word = "",
): Thing {
  const byId = things.find(({ id }) => String(id) === word);
  const [first, ...others] = byId ? [byId] : things.filter(({ name }) => name === word);
  if (!first) throw new AppError("not_found", `The page has no ${what} with the id or name ${word}.`);
  if (others.length === 0) return first;
  const ids = [first, ...others].map(({ id }) => id).join(", ");
  throw new AppError("conflict", `The name ${word} is that of several: name the ${what} by its id (${ids}).`);
}

/** Writes an entry into the audit log, as the same call of the management API does, without a member. */
export const record = (
  { db }: { db: Db },
  { id: pageId, workspaceId }: ConnectedPage,
  action: string,
  { id: subjectId, name: subject }: { id: number; name: string },
): Promise<void> => writeAuditEntry({ db }, { workspaceId, userId: "", pageId, action, subject, subjectId });

/** The language of the option --language. */
export function languageOf({ options: { language } }: CommandInput): "en" | "vi" {
  if (language === "en" || language === "vi") return language;
  throw new UsageError("The option --language must be one of: en, vi.");
}

/** The number of the option --limit. */
export function limitOf({ options: { limit } }: CommandInput, max: number): number {
  const number = typeof limit === "string" && /^[1-9][0-9]{0,5}$/.test(limit) ? Number(limit) : 0;
  if (number > 0 && number <= max) return number;
  throw new UsageError(`The option --limit must be a whole number from 1 to ${max}.`);
}

/** The workspace's number of the option --workspace; undefined without the option. */
export function workspaceOf({ options: { workspace } }: CommandInput): number | undefined {
  if (workspace === undefined) return undefined;
  if (typeof workspace === "string" && /^[1-9][0-9]{0,14}$/.test(workspace)) return Number(workspace);
  throw new UsageError("The option --workspace must be the number of a workspace: banter workspace list.");
}

/** Progress and warnings: standard output is for the result. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Prints one JSON object with --json, else the lines: without them, a line for each field, also of parts of the data. */
export function print({ options }: CommandInput, data: Record<string, unknown>, lines = linesOf(data)): void {
  if (options.json) process.stdout.write(`${JSON.stringify(data)}\n`);
  else for (const line of lines) process.stdout.write(`${line}\n`);
}

function linesOf(data: object, place = ""): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (value instanceof Date) return `${place}${name}: ${value.toISOString()}`;
    if (typeof value !== "object" || value === null) return `${place}${name}: ${value}`;
    const parts = Array.isArray(value)
      ? Object.fromEntries(value.map((each, index) => [labelOf(each, index), each]))
      : value;
    return linesOf(parts, `${place}${name} `);
  });
}

/** A part of a list is called by its name or id, or else counted from 1. */
const labelOf = (part: { id?: unknown; name?: unknown }, index: number) => String(part.name ?? part.id ?? index + 1);
