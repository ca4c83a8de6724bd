import { channels } from "@banter/server/channels/index.ts";
import { explainMessage } from "@banter/server/domain/conversations/explain.ts";
import { type Command, languageOf, required } from "../command.ts";

const why: Command = {
  usage: "why <message_id> --page <page_id> [--language en|vi] [--json]",
  summary: "Explains why a message was sent: the event, triggers and steps, attempts, what its channel could not show.",
  options: { page: { type: "string" }, language: { type: "string", default: "en" }, json: { type: "boolean" } },
  words: [1, 1],

  async run({ db }, given) {
    const language = languageOf(given);
    const pageId = required(given, "page");
    const explanation = await explainMessage({ db, channels }, pageId, Number(given.words[0]), language);
    if (given.options.json) return void process.stdout.write(`${JSON.stringify(explanation)}\n`);
    for (const { lines } of explanation.sections) for (const line of lines) process.stdout.write(`${line}\n`);
  },
};

export const commands = { why };
