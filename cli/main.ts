import { parseArgs } from "node:util";
import { AppError } from "@banter/core/model/error.ts";
import { readConfig } from "@banter/server/config/config.ts";
import { mailStore } from "@banter/server/mailbox/accept.ts";
import { openDatabase } from "@banter/server/store/db/open.ts";
import { type Command, type OwnCommand, say, UsageError } from "./command.ts";
import { apply } from "./commands/apply.ts";
import { backup } from "./commands/backup.ts";
import { broadcastCommands } from "./commands/broadcast.ts";
import { customerErase, customerExport } from "./commands/customer.ts";
import { demo } from "./commands/demo.ts";
import { distribute } from "./commands/distribute.ts";
import { doctor } from "./commands/doctor.ts";
import { evaluate } from "./commands/evaluate.ts";
import { eventCommands } from "./commands/events.ts";
import { exportPage } from "./commands/export.ts";
import { failed, retry } from "./commands/failed.ts";
import { move } from "./commands/move.ts";
import { pageCreate } from "./commands/page-create.ts";
import { parked } from "./commands/parked.ts";
import { restore } from "./commands/restore.ts";
import { ruleCommands } from "./commands/rule.ts";
import { secretsRotate } from "./commands/secrets-rotate.ts";
import { segmentCommands } from "./commands/segment.ts";
import { sequenceCommands } from "./commands/sequence.ts";
import { tokenCreate } from "./commands/token-create.ts";
import { tokenDelete } from "./commands/token-delete.ts";
import { userCreate } from "./commands/user-create.ts";
import { userReset } from "./commands/user-reset.ts";
import { why } from "./commands/why.ts";
import { workspaceCreate } from "./commands/workspace-create.ts";
import { workspaceList } from "./commands/workspace-list.ts";

/** Every command. Adding one is a file in commands/ and a line here. */
const commands: Record<string, Command | OwnCommand> = {
  demo,
  "page create": pageCreate,
  "token create": tokenCreate,
  "token delete": tokenDelete,
  apply,
  export: exportPage,
  evaluate,
  ...segmentCommands,
  ...broadcastCommands,
  ...sequenceCommands,
  ...ruleCommands,
  ...eventCommands,
  "user create": userCreate,
  "customer export": customerExport,
  "customer erase": customerErase,
  "user reset": userReset,
  "workspace create": workspaceCreate,
  "workspace list": workspaceList,
  failed,
  retry,
  parked,
  "secrets rotate": secretsRotate,
  why,
  backup,
  restore,
  move,
  doctor,
  distribute,
};

process.exitCode = await run(process.argv.slice(2)).catch(explain);

async function run(words: string[]): Promise<number> {
  const name = [words.slice(0, 2).join(" "), words[0] ?? ""].find((each) => Object.hasOwn(commands, each));
  const command = name === undefined ? undefined : commands[name];
  if (!name || !command) {
    const isHelp = words.length === 0 || words[0] === "help";
    (isHelp ? process.stdout : process.stderr).write(usage(words[isHelp ? 1 : 0]));
    return isHelp ? 0 : 2;
  }
  const { values, positionals } = parse(command, words.slice(name.split(" ").length));
  const config = readConfig();
  const given = { options: values, words: positionals };
  if ("runAlone" in command) return command.runAlone(config, given);
  const opened = await openDatabase(config, { say, onError: () => undefined, name: "banter-cli" });
  try {
    const { db, keys } = opened;
    // This process cannot wake the node that runs the page: that polls for mail every few seconds.
    const accept = mailStore(db, () => undefined).store;
    await command.run({ db, config, accept, keys }, given);
    return 0;
  } finally {
    await opened.close();
  }
}

function parse(command: Command | OwnCommand, args: string[]) {
  try {
    const parsed = parseArgs({ args, options: command.options, allowPositionals: true });
    const [min, max] = command.words;
    if (parsed.positionals.length < min || parsed.positionals.length > max) throw new Error("");
    return parsed;
  } catch {
    throw new UsageError(`Usage: banter ${command.usage}`);
  }
}

/** How to call the commands that begin with the word, or else all. */
function usage(word = ""): string {
  const meant = Object.entries(commands).filter(([name]) => name.split(" ")[0] === word);
  const shown = meant.length > 0 ? meant : Object.entries(commands);
  const lines = shown
    .map(([, command]) => command)
    .map((command) => `  banter ${command.usage}\n      ${command.summary}\n`);
  return `Usage:\n${lines.join("")}`;
}

function explain(error: unknown): number {
  if (error instanceof AppError) {
    process.stderr.write(`${error.message}\n`);
    for (const { path, message } of error.faults) process.stderr.write(`  ${path || "/"} ${message}\n`);
  } else process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  return error instanceof UsageError ? 2 : 1;
}
