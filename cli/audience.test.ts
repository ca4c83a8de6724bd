import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEndpoint, sendTestEvent } from "@banter/server/domain/events/endpoints.ts";
import { createHook } from "@banter/server/domain/events/hooks.ts";
import { findPage } from "@banter/server/store/catalog/pages.ts";
import { findJob } from "@banter/server/store/customers/customer-jobs.ts";
import { json as jsonOf, sql } from "@banter/server/store/db/sql.ts";
import { insertCall } from "@banter/server/store/events/incoming-calls.ts";
import { listAuditEntries } from "@banter/server/store/people/audit-log.ts";
import { aPage } from "@banter/server/test/builders.ts";
import { someCustomers } from "@banter/server/test/customers.ts";
import { aCommandLine } from "@banter/server/test/database/command-line.ts";

const { db, banter, json, aFile } = await aCommandLine({ after });

const content = { messages: [{ type: "text", text: "New in!" }] };
const act = (action: string) => ({ actions: [{ action, tag: "vip" }] });
const often = { type: "every_time" };
const { pageId } = await aPage(
  { db },
  {
    tags: ["vip"],
    segments: [{ name: "VIP", condition: { match: "all", rules: [{ type: "tag", tag: "vip", has: true }] } }],
    sequences: [{ name: "Tips", steps: [{ id: "one", wait_seconds: 0, content }], leave: {} }],
    rules: [
      { name: "Take away", when: { type: "tag_added", tag: "vip" }, do: act("remove_tag"), often },
      { name: "Give back", when: { type: "tag_removed", tag: "vip" }, do: act("add_tag"), often },
    ],
  },
);
const { id: vip } = await db.get<{ id: number }>(sql`select id from tags where page_id = ${pageId}`);
await someCustomers({ db }, pageId, [{ psid: "web_1", first_name: "Hoa", tags: [vip] }, { psid: "web_2" }]);

const page = `--page ${pageId}`;
const words = (line: string) => line.split(" ");
const ran = async (...parts: string[]) => {
  const { code, out, error } = await banter(parts.flatMap(words));
  assert.deepEqual([code, error], [0, ""]);
  return out;
};

/** The audit log of the page, oldest first; a member who acted stands behind the subject. */
async function audited(): Promise<string[]> {
  const { workspaceId } = (await findPage(db, pageId)) ?? assert.fail();
  const entries = await listAuditEntries(db, workspaceId, { pageId, limit: 100 });
  return entries.map(({ action, user, subject }) => `${action} ${subject}${user}`).reverse();
}

test("segment lists, counts and tells why a customer is in", async () => {
  assert.match(await ran("segment list", page), /^[0-9]+ {2}VIP\n$/);
  assert.deepEqual(await json(`segment count VIP ${page} --json`), { count: 1, is_exact: true });
  assert.match(await ran("segment why VIP web_1", page), /^in\n {2}.*vip/);
  assert.match(await ran("segment why VIP web_2", page), /^not in\n/);

  const [nobody, stranger, verb, nowhere] = await Promise.all([
    banter(`segment count Nobody ${page}`),
    banter(`segment why VIP web_9 ${page}`),
    banter(`segment dance ${page}`),
    banter("segment list --page web_1"),
  ]);
  assert.deepEqual([nobody.code, nobody.error], [1, "The page has no segment with the id or name Nobody.\n"]);
  assert.deepEqual([stranger.code, stranger.error], [1, "The page has no such customer.\n"]);
  assert.deepEqual([verb.code, verb.error.match(/banter \w+/g)], [2, Array(3).fill("banter segment")]);
  assert.deepEqual([nowhere.code, nowhere.error], [1, "There is no such page.\n"]);
});

test("a broadcast is made of a file, forecast, sent, paused and stopped, which the audit log tells", async () => {
  const { id: segment_id } = await db.get<{ id: number }>(sql`select id from segments where page_id = ${pageId}`);
  const variants = [{ type: "content", content }];
  const spec = { audience: { type: "segment", segment_id }, variants };
  const file = aFile({ name: "Sale", spec });

  const { id } = await json(`broadcast create ${file} ${page} --json`);
  const forecast = await ran("broadcast forecast Sale", page);
  const moved = [];
  for (const verb of ["start", "pause", "resume", "stop"]) moved.push(await ran(`broadcast ${verb} Sale`, page));

  assert.match(forecast, /^total: 1$/m);
  assert.deepEqual(moved, ["Sale: scheduled\n", "Sale: paused\n", "Sale: scheduled\n", "Sale: stopped\n"]);
  assert.equal(await ran("broadcast list", page), `${id}  Sale  stopped  0\n`);
  assert.match(await ran("broadcast report Sale", page), /^variants 1 sent: 0$/m);
  assert.deepEqual(
    (await audited()).filter((entry) => entry.startsWith("broadcast")),
    ["created", "sent", "paused", "resumed", "stopped"].map((done) => `broadcast_${done} Sale`),
  );

  const [ended, unfit] = await Promise.all([
    banter(`broadcast start Sale ${page}`),
    banter(`broadcast create ${aFile({ name: "Sale", spec: { variants } })} ${page}`),
  ]);
  assert.deepEqual([ended.code, ended.error], [1, "The broadcast was sent already.\n"]);
  assert.deepEqual([unfit.code, unfit.error.includes("/spec/audience")], [1, true]);
  const again = await json(`broadcast create ${file} ${page} --json`);
  const unclear = await banter(`broadcast start Sale ${page}`);
  const several = `The name Sale is that of several: name the broadcast by its id (${again.id}, ${id}).\n`;
  assert.deepEqual([unclear.code, unclear.error], [1, several]);
});

test("customers enter a sequence by a job, and the sequence is switched off", async () => {
  const ofSegment = await json(`sequence enter Tips --segment VIP ${page} --json`);
  const named = await json(`sequence leave Tips web_1 web_2 ${page} --json`);

  const specs = await Promise.all([ofSegment, named].map(({ job_id }) => findJob(db, pageId, Number(job_id))));
  assert.deepEqual(
    specs.map((job) => Object.keys(Object(job?.spec))),
    [
      ["type", "action", "condition"],
      ["type", "action", "psids"],
    ],
  );
  assert.match(await ran("sequence report Tips", page), /^entered: 0\n(.*\n)*steps one reached: 0$/m);
  assert.equal(await ran("sequence disable Tips", page), "Tips: off\n");
  assert.match(await ran("sequence list", page), /^[0-9]+ {2}Tips {2}off {2}1 steps\n$/);
  assert.deepEqual(
    (await audited()).filter((entry) => entry.startsWith("sequence")),
    ["sequence_entered Tips", "sequence_left Tips", "sequence_changed Tips"],
  );
  for (const wrong of ["sequence enter Tips", "sequence enter Tips web_1 --segment VIP"]) {
    const { code, error } = await banter(`${wrong} ${page}`);
    assert.deepEqual([code, error], [2, "Name the customers or use --segment, not both.\n"]);
  }
});

test("rule lists loops and what a rule did, and switches it off", async () => {
  const { rules } = await json(`rule list ${page} --json`);
  const [first = assert.fail()] = rules as unknown as { id: number }[];
  const trace = { notes: [{ note: "rule", rule: first.id, did: "withheld", why: "unsubscribed" }] };
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event, trace)
    values (${pageId}, 1, 'web_1', '2026-11-18T10:00:00Z', '{}', ${jsonOf(trace)})`);
  await db.count(sql`insert into rule_turns (page_id, rule_id, turn_id) values (${pageId}, ${first.id}, 1)`);

  const list = await ran("rule list", page);
  assert.match(
    list,
    /^[0-9]+ {2}Take away {2}on {2}0 done\n {2}would set itself off again: Take away → Give back → Take away\n/,
  );
  const log = await ran(`rule log ${first.id}`, page);
  assert.equal(log, "2026-11-18T10:00:00.000Z  web_1  Hoa  withheld: unsubscribed\n");
  assert.equal(await ran(`rule disable ${first.id}`, page), "Take away: off\n");
  assert.doesNotMatch(await ran("rule list", page), /set itself off/);
  const limit = await banter(`rule log ${first.id} --limit 0 ${page}`);
  assert.deepEqual([limit.code, limit.error], [2, "The option --limit must be a whole number from 1 to 1000.\n"]);
});

test("events lists endpoints and hooks, sends events again and switches an endpoint off", async () => {
  const url = "https://till.example/secret-part";
  const { endpoint } = await createEndpoint({ db }, pageId, { name: "Till", url, types: ["goal.reached"] });
  const event = await sendTestEvent({ db }, pageId, endpoint.id);
  const mapping = { customer: { by: "psid" as const, path: "customer" }, fields: [], goal: null, flow_id: null };
  const baseUrl = () => "https://bot.example";
  const { hook } = await createHook({ db, baseUrl }, pageId, { name: "Shop", mapping });
  await insertCall(db, pageId, hook.id, { psid: "web_1", outcome: "taken", body: '{"customer":"web_1"}' });

  assert.equal(await ran("events disable Till", page), "Till: off\n");
  const list = await ran("events list", page);
  assert.ok(list.includes(`${endpoint.id}  endpoint  Till  off  https://till.example/`), list);
  assert.ok(list.includes(`0 waiting, 1 failed\n${hook.id}  hook  Shop  on\n`), list);
  assert.ok(!list.includes("secret-part"), list);
  assert.match(
    await ran("events deliveries Till --state failed", page),
    new RegExp(`^${event} .* failed after 0 attempts`),
  );
  await ran("events enable Till", page);
  assert.deepEqual(await json(`events replay Till --all ${page} --json`), { replayed: 1 });
  assert.match(await ran("events deliveries Till --state waiting", page), new RegExp(`^${event} `));
  assert.match(await ran("events calls Shop", page), /taken {2}web_1\n {2}\{"customer":"web_1"\}\n$/);

  const [state, which] = await Promise.all([
    banter(`events deliveries Till --state lost ${page}`),
    banter(`events replay Till ${page}`),
  ]);
  assert.deepEqual([state.code, state.error], [2, "The option --state must be one of: waiting, done, failed.\n"]);
  assert.deepEqual([which.code, which.error], [2, "Name the events or use --all, not both.\n"]);
});
