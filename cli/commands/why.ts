import { channelFacts } from "@banter/core/channels/index.ts";
import { explainNotes } from "@banter/core/flow/explain/explain-notes.ts";
import { explainTrace, type TraceNames } from "@banter/core/flow/explain/explain-trace.ts";
import { english as englishNotes } from "@banter/core/flow/explain/render-note-words.ts";
import { vietnamese as vietnameseNotes } from "@banter/core/flow/explain/render-note-words.vi.ts";
import { english } from "@banter/core/flow/explain/trace-words.ts";
import { vietnamese } from "@banter/core/flow/explain/trace-words.vi.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { notFound } from "@banter/core/model/error.ts";
import { listFlowEntries } from "@banter/server/store/catalog/flows.ts";
import { listKeywords } from "@banter/server/store/catalog/keywords.ts";
import { listTags } from "@banter/server/store/catalog/tags.ts";
import { findReason } from "@banter/server/store/conversations/messages/sends.ts";
import type { Db } from "@banter/server/store/db/db.ts";
import { type Command, required, UsageError } from "../command.ts";

export const why: Command = {
  usage: "why <message_id> --page <page_id> [--language en|vi] [--json]",
  summary: "Explains why a message was sent: the event, triggers and steps, and what its channel could not show.",
  options: { page: { type: "string" }, language: { type: "string", default: "en" }, json: { type: "boolean" } },
  words: [1, 1],

  async run({ db }, given) {
    const language = languages[given.options.language as keyof typeof languages];
    if (!language) throw new UsageError(`The option --language must be one of: ${Object.keys(languages).join(", ")}.`);
    const pageId = required(given, "page");
    const reason = await findReason(db, pageId, Number(given.words[0]));
    if (!reason) throw notFound("message");
    if (given.options.json) return void process.stdout.write(`${JSON.stringify(reason)}\n`);
    const lines = [
      ...explainTrace((reason.trace ?? {}) as Trace, await namesOf(db, pageId), language.trace),
      ...explainNotes(reason.notes ?? [], channelFacts[reason.channel].title, language.notes),
    ];
    for (const line of lines) process.stdout.write(`${line}\n`);
  },
};

/** Names for the ids in traces. */
async function namesOf(db: Db, pageId: string): Promise<TraceNames> {
  const lists = [listFlowEntries(db, pageId), listKeywords(db, pageId), listTags(db, pageId)] as const;
  const [flow, keyword, tag] = (await Promise.all(lists)).map((things) => {
    const names = new Map(things.map(({ id, name }) => [id, name]));
    return (id: number) => names.get(id);
  });
  return { ...(flow && { flow }), ...(keyword && { keyword }), ...(tag && { tag }) };
}

const languages = {
  en: { trace: english, notes: englishNotes },
  vi: { trace: vietnamese, notes: vietnameseNotes },
};
