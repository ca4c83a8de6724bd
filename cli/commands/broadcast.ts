import { broadcasts } from "@banter/core/api/management/audience/broadcasts.ts";
import { invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { channels } from "@banter/server/channels/index.ts";
import { broadcastInfo, forecastInfo, listBroadcastInfos } from "@banter/server/domain/audience/broadcast-info.ts";
import {
  createBroadcast,
  forecastBroadcast,
  getBroadcast,
  moveOn,
  retryFailed,
  sendBroadcast,
} from "@banter/server/domain/audience/broadcasts.ts";
import { inTime } from "@banter/server/domain/audience/members.ts";
import { reportOf } from "@banter/server/domain/audience/report.ts";
import type { Broadcast } from "@banter/server/store/audience/broadcasts.ts";
import { type Command, type CommandDeps, type CommandInput, named, pageOf, print, record } from "../command.ts";
import { readJson } from "../read-json.ts";

const options = { page: { type: "string" }, json: { type: "boolean" } } as const;

const list: Command = {
  usage: "broadcast list --page <page_id> [--json]",
  summary: "Lists the page's newest broadcasts, with their state and how many customers they have come to.",
  options,
  words: [0, 0],

  async run({ db }, given) {
    const { id: pageId } = await pageOf({ db }, given);
    const found = await listBroadcastInfos({ db }, pageId);
    const lines = found.map(({ id, name, state, done, total, error }) => {
      const progress = total === null ? `${done}` : `${done} of ${total}`;
      return `${id}  ${name}  ${state}  ${progress}${error === null ? "" : `  ${error}`}`;
    });
    print(given, { broadcasts: found }, lines);
  },
};

const create: Command = {
  usage: "broadcast create <file> --page <page_id> [--json]",
  summary: "Makes a draft of a JSON file with name and spec, as the management API takes it; - is standard input.",
  options,
  words: [1, 1],

  async run({ db }, given) {
    const page = await pageOf({ db }, given);
    const parsed = broadcasts["POST /pages/:page_id/broadcasts"].body.safeParse(readJson(given.words[0] ?? ""));
    if (!parsed.success) throw invalidFields(faultsOf(parsed.error));
    const made = await db.transact(async (db) => {
      const draft = await createBroadcast({ db }, page.id, { ...parsed.data, userId: "" });
      await record({ db }, page, "broadcast_created", draft);
      return draft;
    });
    print(given, { id: made.id });
  },
};

const forecast: Command = {
  usage: "broadcast forecast <broadcast> --page <page_id> [--json]",
  summary: "Counts who would get a broadcast if it were sent now, and why the others would not. Nothing is sent.",
  options,
  words: [1, 1],

  async run({ db }, given) {
    const { pageId, spec } = await broadcastOf({ db }, given);
    print(given, forecastInfo(await forecastBroadcast({ db, channels }, pageId, spec)));
  },
};

const start: Command = {
  usage: "broadcast start <broadcast> --page <page_id> [--json]",
  summary: "Sends a draft to its customers, at once or at the time that it has.",
  options,
  words: [1, 1],

  async run({ db, config }, given) {
    const page = await pageOf({ db }, given);
    const draft = await broadcastOf({ db }, given);
    const baseUrl = () => config.baseUrl ?? `http://${config.host}:${config.port}`;
    await db.transact(async (db) => {
      await sendBroadcast({ db, channels, baseUrl }, draft, "");
      await record({ db }, page, "broadcast_sent", draft);
    });
    await printState({ db }, given, draft);
  },
};

const moves = {
  pause: { action: "broadcast_paused", summary: "Pauses a broadcast. Messages that were made already are sent." },
  resume: { action: "broadcast_resumed", summary: "Goes on with a broadcast that was paused or has failed." },
  stop: {
    action: "broadcast_stopped",
    summary: "Ends a broadcast, and takes back its messages that are not sent yet.",
  },
} as const;

const moveCommand = (move: keyof typeof moves): Command => ({
  usage: `broadcast ${move} <broadcast> --page <page_id> [--json]`,
  summary: moves[move].summary,
  options,
  words: [1, 1],

  async run({ db, accept }, given) {
    const page = await pageOf({ db }, given);
    const broadcast = await broadcastOf({ db }, given);
    await moveOn({ db, accept }, broadcast, move);
    await record({ db }, page, moves[move].action, broadcast);
    await printState({ db }, given, broadcast);
  },
});

const retry: Command = {
  usage: "broadcast retry <broadcast> --page <page_id> [--json]",
  summary: "Sends all messages of a broadcast again that have failed.",
  options,
  words: [1, 1],

  async run({ db, accept }, given) {
    const page = await pageOf({ db }, given);
    const broadcast = await broadcastOf({ db }, given);
    await retryFailed({ db, accept }, broadcast);
    await record({ db }, page, "broadcast_retried", broadcast);
    await printState({ db }, given, broadcast);
  },
};

const report: Command = {
  usage: "broadcast report <broadcast> --page <page_id> [--json]",
  summary: "Shows the numbers of a broadcast for each variant: sent, seen, answered, goals, failed, not sent.",
  options,
  words: [1, 1],

  async run({ db }, given) {
    const broadcast = await broadcastOf({ db }, given);
    print(given, { variants: await inTime({ db }, (db) => reportOf({ db }, broadcast)) });
  },
};

/** The broadcast that the first word names. */
async function broadcastOf({ db }: Pick<CommandDeps, "db">, given: CommandInput): Promise<Broadcast> {
  const { id: pageId } = await pageOf({ db }, given);
  const { id } = named("broadcast", await listBroadcastInfos({ db }, pageId), given.words[0]);
  return getBroadcast({ db }, pageId, id);
}

async function printState({ db }: Pick<CommandDeps, "db">, given: CommandInput, { pageId, id }: Broadcast) {
  const info = await broadcastInfo({ db }, await getBroadcast({ db }, pageId, id));
  print(given, info, [`${info.name}: ${info.state}`]);
}

export const commands = {
  "broadcast list": list,
  "broadcast create": create,
  "broadcast forecast": forecast,
  "broadcast start": start,
  "broadcast pause": moveCommand("pause"),
  "broadcast resume": moveCommand("resume"),
  "broadcast stop": moveCommand("stop"),
  "broadcast retry": retry,
  "broadcast report": report,
};
