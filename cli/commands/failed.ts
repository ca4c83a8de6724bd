import { findChannelOf } from "@banter/core/channels/index.ts";
import { refusalWords } from "@banter/core/channels/refusals.ts";
import { retryMessages } from "@banter/server/domain/sending/deliveries.ts";
import { listFailedMessages } from "@banter/server/store/runtime/messages/failed.ts";
import { type Command, required, UsageError } from "../command.ts";

const failed: Command = {
  usage: "failed --page <page_id> [--json]",
  summary: "Lists messages that could not be delivered, newest first, with the reason.",
  options: { page: { type: "string" }, json: { type: "boolean" } },
  words: [0, 0],

  async run({ db }, given) {
    const pageId = required(given, "page");
    const messages = await listFailedMessages(db, pageId, 1000);
    if (given.options.json) return void process.stdout.write(`${JSON.stringify({ messages })}\n`);
    const channel = findChannelOf(pageId);
    for (const { id, psid, reason, errorCode, attempts } of messages) {
      const words = channel && refusalWords(channel, errorCode, "en");
      const code = errorCode === null ? "" : `, code ${errorCode}`;
      process.stdout.write(`${id} to ${psid}: ${reason ?? "unknown"} (${attempts} attempts${code})\n`);
      if (words) process.stdout.write(`  ${words}\n`);
    }
  },
};

const retry: Command = {
  usage: "retry [<message_id> …] --page <page_id> [--all] [--json]",
  summary: "Queues failed messages again: those named, or all of the page's.",
  options: { page: { type: "string" }, all: { type: "boolean" }, json: { type: "boolean" } },
  words: [0, 1000],

  async run({ db, accept }, given) {
    const ids = given.words.map(Number);
    if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
      throw new UsageError("A message id must be a whole number.");
    if ((ids.length === 0) !== (given.options.all === true))
      throw new UsageError("Name the messages or use --all, not both.");
    await retryMessages({ db, accept }, required(given, "page"), given.options.all ? null : ids);
    process.stdout.write(given.options.json ? `${JSON.stringify({ queued: true })}\n` : "Queued again.\n");
  },
};

export const commands = { failed, retry };
