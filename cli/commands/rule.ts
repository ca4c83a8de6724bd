import { listRuleInfos, readRuleLog } from "@banter/server/domain/audience/rule-info.ts";
import { changeRule } from "@banter/server/domain/audience/rules.ts";
import { listRules } from "@banter/server/store/audience/rules.ts";
import { type Command, limitOf, named, pageOf, print, record } from "../command.ts";

const options = { page: { type: "string" }, json: { type: "boolean" } } as const;

const list: Command = {
  usage: "rule list --page <page_id> [--json]",
  summary: "Lists the page's rules, how often they did something within 30 days, and those that would loop.",
  options,
  words: [0, 0],

  async run({ db }, given) {
    const { id: pageId } = await pageOf({ db }, given);
    const rules = await listRuleInfos({ db }, pageId);
    const lines = rules.flatMap(({ id, name, is_on, done, looped, loop }) => [
      `${id}  ${name}  ${is_on ? "on" : "off"}  ${done} done${looped === 0 ? "" : `, ${looped} stopped`}`,
      ...(loop.length === 0 ? [] : [`  would set itself off again: ${wayOf(loop)}`]),
    ]);
    print(given, { rules }, lines);
  },
};

/** From the rule back to itself. */
const wayOf = (loop: { type: string; name: string }[]) =>
  [...loop, ...loop.slice(0, 1)].map(({ type, name }) => (type === "rule" ? name : `${type} ${name}`)).join(" → ");

const maxLog = 1000;

const log: Command = {
  usage: "rule log <rule> --page <page_id> [--limit <number>] [--json]",
  summary: "Lists to whom a rule did what, newest first, and why it did nothing.",
  options: { ...options, limit: { type: "string", default: "50" } },
  words: [1, 1],

  async run({ db }, given) {
    const limit = limitOf(given, maxLog);
    const { id: pageId } = await pageOf({ db }, given);
    const rule = named("rule", await listRules(db, pageId), given.words[0]);
    const { entries } = await readRuleLog({ db }, pageId, rule, { before: Number.MAX_SAFE_INTEGER, limit });
    const lines = entries.map(({ at, psid, name, did, why }) =>
      [at.toISOString(), psid, name ?? "-", why === null ? did : `${did}: ${why}`].join("  "),
    );
    print(given, { entries }, lines);
  },
};

const switchCommand = (verb: "enable" | "disable"): Command => ({
  usage: `rule ${verb} <rule> --page <page_id> [--json]`,
  summary: verb === "enable" ? "Switches a rule on. It counts from then on." : "Switches a rule off.",
  options,
  words: [1, 1],

  async run({ db }, given) {
    const page = await pageOf({ db }, given);
    const { id } = named("rule", await listRules(db, page.id), given.words[0]);
    const changed = await db.transact(async (db) => {
      const rule = await changeRule({ db }, page.id, id, { is_on: verb === "enable" });
      await record({ db }, page, "rule_changed", rule);
      return rule;
    });
    const { name, isOn, rule } = changed;
    print(given, { id, name, is_on: isOn, ...rule }, [`${name}: ${isOn ? "on" : "off"}`]);
  },
});

export const commands = {
  "rule list": list,
  "rule log": log,
  "rule enable": switchCommand("enable"),
  "rule disable": switchCommand("disable"),
};
