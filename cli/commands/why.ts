import { explainTrace, type Trace } from "@banter/core/flow/trace.ts";
import { notFound } from "@banter/core/model/error.ts";
import { findReason } from "@banter/server/store/message-reports.ts";
import { type Command, required } from "../command.ts";

export const why: Command = {
  usage: "why <message_id> --page <page_id> [--json]",
  summary: "Tells why a message was sent: what came in, which triggers were weighed, which steps were taken.",
  options: { page: { type: "string" }, json: { type: "boolean" } },
  words: [1, 1],

  async run({ db }, given) {
    const reason = await findReason(db, required(given, "page"), Number(given.words[0]));
    if (!reason) throw notFound("message");
    if (given.options.json) return void process.stdout.write(`${JSON.stringify(reason)}\n`);
    for (const line of explainTrace(reason.trace as Trace)) process.stdout.write(`${line}\n`);
  },
};
