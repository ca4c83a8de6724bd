import { deleteParkedMail, listParkedMail, retryParkedMail } from "@banter/server/store/runtime/parked-mail.ts";
import { type Command, type CommandDeps, type CommandInput, required, UsageError } from "../command.ts";

const parked: Command = {
  usage: "parked [retry|drop [<mail_id> …]] --page <page_id> [--all] [--json]",
  summary: "Lists events that could not be handled, newest first, with the error; retries or drops them.",
  options: { page: { type: "string" }, all: { type: "boolean" }, json: { type: "boolean" } },
  words: [0, 1001],

  async run({ db }, given) {
    const pageId = required(given, "page");
    const [verb, ...words] = given.words;
    if (verb === undefined) return list({ db }, pageId, given);
    if (verb !== "retry" && verb !== "drop") throw new UsageError("The action must be retry or drop.");
    const ids = idsOf(words, given);
    const count = await (verb === "retry" ? retryParkedMail : deleteParkedMail)(db, pageId, ids);
    const done = verb === "retry" ? "retried" : "dropped";
    process.stdout.write(given.options.json ? `${JSON.stringify({ [done]: count })}\n` : `${count} ${done}.\n`);
  },
};

async function list({ db }: Pick<CommandDeps, "db">, pageId: string, given: CommandInput): Promise<void> {
  const mail = await listParkedMail(db, pageId, 1000);
  if (given.options.json) return void process.stdout.write(`${JSON.stringify({ mail })}\n`);
  for (const { id, psid, error, parkedAt } of mail) {
    process.stdout.write(`${id} of ${psid}, ${parkedAt.toISOString()}: ${error}\n`);
  }
}

/** The ids that were named; null for all. */
function idsOf(words: string[], { options }: CommandInput): number[] | null {
  const ids = words.map(Number);
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0)) throw new UsageError("A mail id must be a whole number.");
  if ((ids.length === 0) !== (options.all === true)) throw new UsageError("Name the mail or use --all, not both.");
  return options.all ? null : ids;
}

export const commands = { parked };
