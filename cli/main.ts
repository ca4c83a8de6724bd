import { parseArgs } from "node:util";
import { AppError } from "@banter/core/model/error.ts";
import { readConfig } from "@banter/server/config/config.ts";
import { mailStore } from "@banter/server/mailbox/accept.ts";
import { openDatabase } from "@banter/server/store/db/open.ts";
import { type Command, type OwnCommand, say, UsageError } from "./command.ts";

type Commands = Record<string, Command | OwnCommand>;

/**
 * The file of each command, by the command's first word. A call loads its own file: all of them take longer to load
 * than most commands take to run. Adding a command is a file in commands/ and a line here.
 */
const files: Record<string, () => Promise<{ commands: Commands }>> = {
  demo: () => import("./commands/demo.ts"),
  page: () => import("./commands/page.ts"),
  token: () => import("./commands/token.ts"),
  apply: () => import("./commands/apply.ts"),
  export: () => import("./commands/export.ts"),
  evaluate: () => import("./commands/evaluate.ts"),
  segment: () => import("./commands/segment.ts"),
  broadcast: () => import("./commands/broadcast.ts"),
  sequence: () => import("./commands/sequence.ts"),
  rule: () => import("./commands/rule.ts"),
  events: () => import("./commands/events.ts"),
  customer: () => import("./commands/customer.ts"),
  user: () => import("./commands/user.ts"),
  workspace: () => import("./commands/workspace.ts"),
  failed: () => import("./commands/failed.ts"),
  retry: () => import("./commands/failed.ts"),
  parked: () => import("./commands/parked.ts"),
  secrets: () => import("./commands/secrets.ts"),
  why: () => import("./commands/why.ts"),
  backup: () => import("./commands/backup.ts"),
  restore: () => import("./commands/restore.ts"),
  move: () => import("./commands/move.ts"),
  doctor: () => import("./commands/doctor.ts"),
  distribute: () => import("./commands/distribute.ts"),
};

process.exitCode = await run(process.argv.slice(2)).catch(explain);

async function run(words: string[]): Promise<number> {
  const [first = "help", second] = words;
  const isHelp = first === "help";
  const commands = isHelp ? {} : await commandsOf(first);
  const name = [`${first} ${second}`, first].find((each) => Object.hasOwn(commands, each));
  const command = name === undefined ? undefined : commands[name];
  if (!name || !command) {
    (isHelp ? process.stdout : process.stderr).write(await usage(isHelp ? second : first));
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

async function commandsOf(word: string): Promise<Commands> {
  const file = Object.hasOwn(files, word) ? await files[word]?.() : undefined;
  return file?.commands ?? {};
}

/** How to call the commands that begin with the word, or else all. */
async function usage(word = ""): Promise<string> {
  const meant = Object.hasOwn(files, word) ? [word] : Object.keys(files);
  const commands: Commands = Object.assign({}, ...(await Promise.all(meant.map(commandsOf))));
  const lines = Object.values(commands).map(({ usage, summary }) => `  banter ${usage}\n      ${summary}\n`);
  return `Usage:\n${lines.join("")}`;
}

function explain(error: unknown): number {
  if (error instanceof AppError) {
    process.stderr.write(`${error.message}\n`);
    for (const { path, message } of error.faults) process.stderr.write(`  ${path || "/"} ${message}\n`);
  } else process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  return error instanceof UsageError ? 2 : 1;
}
