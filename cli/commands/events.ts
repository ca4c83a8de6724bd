import { replay as replayEvents, showDeliveries } from "@banter/server/domain/events/deliveries.ts";
import { changeEndpoint, showEndpoints } from "@banter/server/domain/events/endpoints.ts";
import { changeHook, hookForm } from "@banter/server/domain/events/hooks.ts";
import type { Db } from "@banter/server/store/db/db.ts";
import type { DeliveryState } from "@banter/server/store/events/event-deliveries.ts";
import { listEndpoints } from "@banter/server/store/events/event-endpoints.ts";
import { listCalls } from "@banter/server/store/events/incoming-calls.ts";
import { listHooks } from "@banter/server/store/events/incoming-hooks.ts";
import { type Command, limitOf, named, pageOf, print, record, UsageError } from "../command.ts";

const options = { page: { type: "string" }, json: { type: "boolean" } } as const;

/** An address may be a secret, and output of commands goes into logs. */
const masked = { seesAddresses: false };

const list: Command = {
  usage: "events list --page <page_id> [--json]",
  summary: "Lists the endpoints that get the page's events, with what waits and failed, and its incoming hooks.",
  options,
  words: [0, 0],

  async run({ db }, given) {
    const { id: pageId } = await pageOf({ db }, given);
    const endpoints = await showEndpoints(db, pageId, masked);
    const hooks = (await listHooks(db, pageId)).map(hookForm);
    const lines = [
      ...endpoints.map(({ id, name, is_on, url, waiting, failed, stopped_because, failure }) => {
        const state = is_on ? "on" : stopped_because === null ? "off" : `off, ${stopped_because}`;
        const last = failure === null ? "" : `  last failure: ${failure}`;
        return `${id}  endpoint  ${name}  ${state}  ${url ?? "-"}  ${waiting} waiting, ${failed} failed${last}`;
      }),
      ...hooks.map(({ id, name, is_on }) => `${id}  hook  ${name}  ${is_on ? "on" : "off"}`),
    ];
    print(given, { endpoints, hooks }, lines);
  },
};

const states: readonly DeliveryState[] = ["waiting", "done", "failed"];
const maxListed = 1000;

const deliveries: Command = {
  usage: "events deliveries <endpoint> --page <page_id> [--state waiting|done|failed] [--limit <number>] [--json]",
  summary: "Lists the events that an endpoint got or should have got, newest first, with its last answer.",
  options: { ...options, state: { type: "string" }, limit: { type: "string", default: "50" } },
  words: [1, 1],

  async run({ db }, given) {
    const limit = limitOf(given, maxListed);
    const state = states.find((each) => each === given.options.state);
    if (state === undefined && given.options.state !== undefined)
      throw new UsageError(`The option --state must be one of: ${states.join(", ")}.`);
    const { id: pageId } = await pageOf({ db }, given);
    const { id } = named("endpoint", await listEndpoints(db, pageId), given.words[0]);
    const asked = { state, limit, cursor: undefined };
    const { deliveries } = await showDeliveries(db, pageId, id, asked);
    const lines = deliveries.map(({ id, type, at, psid, state, attempts, answer }) => {
      const outcome = `${state} after ${attempts} attempts${answer === null ? "" : `: ${answer}`}`;
      return [id, at.toISOString(), type, psid ?? "-", outcome].join("  ");
    });
    print(given, { deliveries }, lines);
  },
};

const replay: Command = {
  usage: "events replay <endpoint> [<event_id> …] --page <page_id> [--all] [--json]",
  summary: "Sends events to an endpoint again: those named, or with --all those that were given up.",
  options: { ...options, all: { type: "boolean" } },
  words: [1, 1001],

  async run({ db }, given) {
    const [name, ...events] = given.words;
    if ((events.length === 0) !== (given.options.all === true))
      throw new UsageError("Name the events or use --all, not both.");
    const page = await pageOf({ db }, given);
    const endpoint = named("endpoint", await listEndpoints(db, page.id), name);
    const replayed = await db.transact(async (db) => {
      await record({ db }, page, events.length === 0 ? "events_replayed" : "event_replayed", endpoint);
      if (events.length === 0) return (await replayEvents({ db }, page.id, endpoint.id)).replayed;
      for (const event of events) await replayEvents({ db }, page.id, endpoint.id, event);
      return events.length;
    });
    print(given, { replayed });
  },
};

const calls: Command = {
  usage: "events calls <hook> --page <page_id> [--json]",
  summary: "Lists the last calls of an incoming hook, newest first, with their bodies.",
  options,
  words: [1, 1],

  async run({ db }, given) {
    const { id: pageId } = await pageOf({ db }, given);
    const hook = named("incoming hook", await listHooks(db, pageId), given.words[0]);
    const calls = await listCalls(db, pageId, hook.id);
    const lines = calls.flatMap(({ at, psid, outcome, body }) => [
      `${at.toISOString()}  ${outcome}  ${psid ?? "-"}`,
      `  ${body.replaceAll("\n", " ")}`,
    ]);
    print(given, { calls }, lines);
  },
};

const switchCommand = (verb: "enable" | "disable"): Command => ({
  usage: `events ${verb} <endpoint or hook> --page <page_id> [--json]`,
  summary:
    verb === "enable"
      ? "Switches an endpoint or an incoming hook on."
      : "Switches an endpoint or an incoming hook off. An endpoint gives up what waits for it.",
  options,
  words: [1, 1],

  async run({ db }, given) {
    const page = await pageOf({ db }, given);
    const { id, name, isEndpoint } = named("endpoint or hook", await listBoth(db, page.id), given.words[0]);
    const is_on = verb === "enable";
    await db.transact(async (db) => {
      await (isEndpoint ? changeEndpoint : changeHook)({ db }, page.id, id, { is_on });
      await record({ db }, page, isEndpoint ? "event_endpoint_changed" : "incoming_hook_changed", { id, name });
    });
    print(given, { id, name, is_on }, [`${name}: ${is_on ? "on" : "off"}`]);
  },
});

async function listBoth(db: Db, pageId: string): Promise<{ id: number; name: string; isEndpoint: boolean }[]> {
  const both = async (things: Promise<{ id: number; name: string }[]>, isEndpoint: boolean) =>
    (await things).map(({ id, name }) => ({ id, name, isEndpoint }));
  return [...(await both(listEndpoints(db, pageId), true)), ...(await both(listHooks(db, pageId), false))];
}

export const commands = {
  "events list": list,
  "events deliveries": deliveries,
  "events replay": replay,
  "events calls": calls,
  "events enable": switchCommand("enable"),
  "events disable": switchCommand("disable"),
};
