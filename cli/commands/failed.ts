import { retryMessages } from "@banter/server/domain/sending/deliveries.ts";
import { listFailedMessages } from "@banter/server/store/conversations/messages/failed.ts";
import { type Command, Refusal, required } from "../command.ts";

export const failed: Command = {
  usage: "failed --page <page_id> [--json]",
  summary: "Lists the messages that were given up, newest first, with the reason.",
  options: { page: { type: "string" }, json: { type: "boolean" } },
  words: [0, 0],

  async run({ db }, given) {
    const messages = await listFailedMessages(db, required(given, "page"), 1000);
    if (given.options.json) return void process.stdout.write(`${JSON.stringify({ messages })}\n`);
    for (const { id, psid, reason, attempts } of messages) {
      process.stdout.write(`${id} to ${psid}: ${reason ?? "unknown"} (${attempts} attempts)\n`);
    }
  },
};

export const retry: Command = {
  usage: "retry [<message_id> …] --page <page_id> [--all] [--json]",
  summary: "Puts failed messages back in line: those named, or all of the page's.",
  options: { page: { type: "string" }, all: { type: "boolean" }, json: { type: "boolean" } },
  words: [0, 1000],

  async run({ db, accept }, given) {
    const ids = given.words.map(Number);
    if (!ids.every((id) => Number.isSafeInteger(id) && id > 0)) throw new Refusal("A message's id is a whole number.");
    if ((ids.length === 0) !== (given.options.all === true)) throw new Refusal("Name the messages, or say --all.");
    await retryMessages({ db, accept }, required(given, "page"), given.options.all ? null : ids);
    process.stdout.write(given.options.json ? `${JSON.stringify({ queued: true })}\n` : "In line again.\n");
  },
};
