import { channels } from "@banter/server/channels/index.ts";
import { readSequenceReport } from "@banter/server/domain/audience/sequence-report.ts";
import { changeSequence, putCustomers, sequenceInfo } from "@banter/server/domain/audience/sequences.ts";
import { listSegments } from "@banter/server/store/audience/segments.ts";
import { listSequences } from "@banter/server/store/audience/sequences.ts";
import { type Command, named, pageOf, print, record, UsageError } from "../command.ts";

const options = { page: { type: "string" }, json: { type: "boolean" } } as const;

const list: Command = {
  usage: "sequence list --page <page_id> [--json]",
  summary: "Lists the page's sequences.",
  options,
  words: [0, 0],

  async run({ db }, given) {
    const { id: pageId } = await pageOf({ db }, given);
    const sequences = (await listSequences(db, pageId)).map(sequenceInfo);
    const lines = sequences.map(
      ({ id, name, is_on, steps }) => `${id}  ${name}  ${is_on ? "on" : "off"}  ${steps.length} steps`,
    );
    print(given, { sequences }, lines);
  },
};

const puts = {
  enter: {
    ...({ type: "enter_sequence", action: "sequence_entered" } as const),
    summary: "Puts customers into a sequence: those named, or a segment's. Prints the id of the job that does it.",
  },
  leave: {
    ...({ type: "leave_sequence", action: "sequence_left" } as const),
    summary: "Takes customers out of a sequence: those named, or a segment's. Prints the id of the job that does it.",
  },
};

const putCommand = (verb: keyof typeof puts): Command => ({
  usage: `sequence ${verb} <sequence> [<psid> …] --page <page_id> [--segment <segment>] [--json]`,
  summary: puts[verb].summary,
  options: { ...options, segment: { type: "string" } },
  words: [1, 1001],

  async run({ db }, given) {
    const { segment } = given.options;
    const [name, ...psids] = given.words;
    if ((psids.length === 0) === (segment === undefined))
      throw new UsageError("Name the customers or use --segment, not both.");
    const page = await pageOf({ db }, given);
    const sequence = named("sequence", await listSequences(db, page.id), name);
    const customers =
      typeof segment === "string"
        ? { segment_id: named("segment", await listSegments(db, page.id), segment).id }
        : { psids };
    const { type, action } = puts[verb];
    const job = await db.transact(async (db) => {
      await record({ db }, page, action, sequence);
      return (await putCustomers({ db }, page.id, sequence.id, { type, customers, userId: "" })).job;
    });
    print(given, { job_id: job.id });
  },
});

const report: Command = {
  usage: "sequence report <sequence> --page <page_id> [--json]",
  summary: "Shows the numbers of a sequence: who entered, is inside, finished or left, and those of each step.",
  options,
  words: [1, 1],

  async run({ db }, given) {
    const { id: pageId } = await pageOf({ db }, given);
    const sequence = named("sequence", await listSequences(db, pageId), given.words[0]);
    print(given, await readSequenceReport({ db, channels }, pageId, sequence));
  },
};

const switchCommand = (verb: "enable" | "disable"): Command => ({
  usage: `sequence ${verb} <sequence> --page <page_id> [--json]`,
  summary:
    verb === "enable"
      ? "Switches a sequence on."
      : "Switches a sequence off: nobody enters, and customers inside wait.",
  options,
  words: [1, 1],

  async run({ db }, given) {
    const page = await pageOf({ db }, given);
    const { id } = named("sequence", await listSequences(db, page.id), given.words[0]);
    const changed = await db.transact(async (db) => {
      const sequence = await changeSequence({ db }, page.id, id, { is_on: verb === "enable" });
      await record({ db }, page, "sequence_changed", sequence);
      return sequence;
    });
    print(given, sequenceInfo(changed), [`${changed.name}: ${changed.isOn ? "on" : "off"}`]);
  },
});

export const commands = {
  "sequence list": list,
  "sequence enter": putCommand("enter"),
  "sequence leave": putCommand("leave"),
  "sequence report": report,
  "sequence enable": switchCommand("enable"),
  "sequence disable": switchCommand("disable"),
};
