import assert from "node:assert/strict";
import { after, test } from "node:test";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { SequenceForm } from "@banter/core/flow/audience/sequence.ts";
import { applyPageFile, planPageFile } from "../../../../domain/page-file/apply.ts";
import { readPageFile } from "../../../../domain/page-file/read.ts";
import { sql } from "../../../../store/db/sql.ts";
import { someCustomers } from "../../../../test/customers.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

const say = (text: string) => ({ messages: [{ type: "text" as const, text }] });
const tips: SequenceForm = {
  name: "Tips",
  is_on: true,
  steps: [
    { id: "one", wait_seconds: 0, content: say("First tip") },
    { id: "two", wait_seconds: 86_400, content: say("Second tip") },
  ],
  leave: { on_reply: true, tag_ids: [], goals: [] },
};

/** A page whose rules do not depend on the time of the day. */
async function aShop() {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  await api("PUT /pages/:page_id/audience", { params, body: { ...defaultAudience, quiet_hours: null } });
  const vip = await api("POST /pages/:page_id/tags", { params, body: { name: "vip" } });
  const create = (form: Partial<SequenceForm> = {}) =>
    api("POST /pages/:page_id/sequences", { params, body: { ...tips, ...form } });
  const report = (sequence_id: number) =>
    api("GET /pages/:page_id/sequences/:sequence_id/report", { params: { page_id, sequence_id } });
  const textsTo = (psid: string) =>
    deps.db.many<{ text: string }>(sql`
      select content ->> 'text' as text from messages where page_id = ${page_id} and psid = ${psid} order by id`);
  return { page_id, params, vip: vip.id, create, report, textsTo };
}

test("customers of a segment enter, get the steps, and leave when they answer; the report counts it", async () => {
  const { page_id, params, vip, create, report, textsTo } = await aShop();
  await someCustomers(deps, page_id, [
    { psid: "web_2", tags: [vip] },
    { psid: "web_3", tags: [vip] },
    { psid: "web_4" },
  ]);
  const visitor = await aVisitor(baseUrl, page_id);
  await visitor.say("hi");
  const { id } = await create();
  const inSequence = { page_id, sequence_id: id };
  const condition = { match: "all" as const, rules: [{ type: "tag" as const, tag_id: vip, has: true }] };
  const segment = await api("POST /pages/:page_id/segments", { params, body: { name: "VIP", condition } });

  for (const customers of [{ segment_id: segment.id }, { psids: [visitor.psid, "web_2"] }])
    await api("POST /pages/:page_id/sequences/:sequence_id/enter", { params: inSequence, body: { customers } });
  await until(async () => (await report(id)).entered === 3);
  const first = await visitor.hear((messages) => messages.length >= 2);
  assert.equal(first.at(-1)?.text, "First tip");
  assert.deepEqual(await textsTo("web_2"), [{ text: "First tip" }]);
  assert.deepEqual(await textsTo("web_4"), []);
  const inside = { match: "all" as const, rules: [{ type: "sequence" as const, sequence_id: id, runs: true }] };
  const count = () => api("POST /pages/:page_id/segments/count", { params, body: { condition: inside } });
  await until(async () => (await count()).count === 3);
  assert.deepEqual(await count(), { count: 3, is_exact: true });

  await visitor.say("Tell me more");
  await until(async () => (await report(id)).left.reply === 1);
  await api("POST /pages/:page_id/sequences/:sequence_id/leave", {
    params: inSequence,
    body: { customers: { psids: ["web_3"] } },
  });
  await until(async () => (await report(id)).left.asked === 1);
  const { steps, ...sums } = await report(id);
  assert.deepEqual(sums, { entered: 3, inside: 1, finished: 0, left: { reply: 1, asked: 1 } });
  const { id: stepId, reached, sent, answered, left } = steps[0] ?? assert.fail();
  assert.deepEqual([stepId, reached, sent, answered, left], ["one", 3, 3, 1, 2]);
});

test("the button below a step ends the subscription, and the sequence sends nothing more", async () => {
  const { page_id, create, report, textsTo } = await aShop();
  const visitor = await aVisitor(baseUrl, page_id);
  await visitor.say("hi");
  const [one, two] = tips.steps;
  const steps = [{ ...one, unsubscribe: "No more" } as typeof one, two].flatMap((step) => step ?? []);
  const { id } = await create({ steps, leave: { ...tips.leave, on_reply: false } });
  await api("POST /pages/:page_id/sequences/:sequence_id/enter", {
    params: { page_id, sequence_id: id },
    body: { customers: { psids: [visitor.psid] } },
  });

  const heard = await visitor.hear((messages) => messages.some(({ text }) => text === "First tip"));
  const button = heard.at(-1)?.quick_replies?.[0];
  assert.equal(button?.title, "No more");
  await visitor.press(button?.payload ?? "");
  await until(async () => (await textsTo(visitor.psid)).length === 2);
  await deps.db.count(sql`
    update mailbox set due_at = now() where page_id = ${page_id} and event ->> 'type' = 'timer'`);
  await until(async () => (await report(id)).finished === 1);

  assert.deepEqual((await report(id)).steps[1]?.skipped, { unsubscribed: 1 });
  const texts = (await textsTo(visitor.psid)).map(({ text }) => text);
  assert.deepEqual([texts.length, texts[0], texts.includes("Second tip")], [2, "First tip", false]);
});

test("a job changes only those who are not there yet, and its undo only those whom it has put in", async () => {
  const { page_id, create, textsTo } = await aShop();
  await someCustomers(deps, page_id, [{ psid: "web_2" }, { psid: "web_3" }]);
  const { id } = await create();
  const put = async (path: "enter" | "leave", customers: { psids: string[] } | { filter: object }) => {
    const params = { page_id, sequence_id: id };
    const job = await api(`POST /pages/:page_id/sequences/:sequence_id/${path}`, { params, body: { customers } });
    return whenDone(job.id);
  };
  const whenDone = async (job_id: number) => {
    const job = () => api("GET /pages/:page_id/customer_jobs/:job_id", { params: { page_id, job_id } });
    await until(async () => ["done", "failed"].includes((await job()).state));
    return job();
  };
  const undo = (job_id: number) =>
    api("POST /pages/:page_id/customer_jobs/:job_id/undo", { params: { page_id, job_id } });
  const inside = async () =>
    (
      await deps.db.many<{ psid: string }>(sql`
        select psid from customers
         where page_id = ${page_id} and json_array_length(state -> 'sequences') > 0
         order by psid`)
    ).map(({ psid }) => psid);

  await put("enter", { psids: ["web_2"] });
  const entered = await put("enter", { filter: {} });
  assert.deepEqual([entered.changed, await inside()], [1, ["web_2", "web_3"]]);
  await whenDone((await undo(entered.id)).id);
  assert.deepEqual(await inside(), ["web_2"]);

  const left = await put("leave", { filter: {} });
  assert.deepEqual([left.changed, left.undo_until, await inside()], [1, null, []]);
  await assert.rejects(undo(left.id), { status: 409 });
  assert.deepEqual(await textsTo("web_2"), [{ text: "First tip" }]);
});

test("an edit asks what is with those inside: they stay on their steps, or move to the new ones", async () => {
  const { page_id, create, textsTo } = await aShop();
  await someCustomers(deps, page_id, [{ psid: "web_5" }, { psid: "web_6" }]);
  const steps = [{ id: "one", wait_seconds: 86_400, content: say("Old") }];
  const { id } = await create({ steps });
  const params = { page_id, sequence_id: id };
  const enter = (psid: string) =>
    api("POST /pages/:page_id/sequences/:sequence_id/enter", { params, body: { customers: { psids: [psid] } } });
  const isInside = async (psid: string) =>
    (await deps.db.count(sql`
      select from mailbox where page_id = ${page_id} and psid = ${psid} and event ->> 'type' = 'timer'`)) > 0;
  const endWaits = () =>
    deps.db.count(sql`update mailbox set due_at = now() where page_id = ${page_id} and event ->> 'type' = 'timer'`);
  const change = (body: { steps: typeof steps; people_inside?: "stay" | "move" }) =>
    api("PATCH /pages/:page_id/sequences/:sequence_id", { params, body });
  const edited = (text: string) => [{ id: "one", wait_seconds: 86_400, content: say(text) }];

  await enter("web_5");
  await until(() => isInside("web_5"));
  await assert.rejects(change({ steps: edited("New") }), {
    faults: [{ path: "/people_inside", message: "is required with other steps" }],
  });
  assert.equal((await change({ steps: edited("New"), people_inside: "stay" })).version, 2);
  await endWaits();
  await until(async () => (await textsTo("web_5")).length > 0);
  assert.deepEqual(await textsTo("web_5"), [{ text: "Old" }]);

  await enter("web_6");
  await until(() => isInside("web_6"));
  assert.equal((await change({ steps: edited("Newer"), people_inside: "move" })).version, 3);
  await endWaits();
  await until(async () => (await textsTo("web_6")).length > 0);
  assert.deepEqual(await textsTo("web_6"), [{ text: "Newer" }]);
});

test("a sequence names only what is on the page, and its buttons lead to no steps", async () => {
  const { create } = await aShop();
  await create();
  await assert.rejects(create(), { status: 409 });
  const steps = [
    { id: "one", wait_seconds: 0, flow_id: 999_999 },
    { id: "one", wait_seconds: 0, content: say("Again") },
  ];
  await assert.rejects(create({ name: "B", steps }), { status: 400 });
  const wrong = { name: "C", steps: steps.slice(0, 1), leave: { on_reply: false, tag_ids: [999_999], goals: [] } };
  await assert.rejects(create(wrong), {
    faults: [
      { path: "/steps/0/flow_id", message: "must be a flow of the page" },
      { path: "/leave/tag_ids/0", message: "must be a tag of the page" },
    ],
  });
  const button = { type: "step" as const, title: "On", step: "two" };
  const content = { messages: [{ type: "text" as const, text: "Hi", buttons: [button] }] };
  await assert.rejects(create({ name: "D", steps: [{ id: "one", wait_seconds: 0, content }] }), { status: 400 });
});

test("a page file carries sequences and rules by names", async () => {
  const { page_id, params, vip, create } = await aShop();
  const flow = await api("POST /pages/:page_id/flows", { params, body: { name: "Offer", folder_id: null } });
  const { id } = await create({
    steps: [
      { id: "one", wait_seconds: 60, flow_id: flow.id },
      {
        id: "two",
        wait_seconds: 60,
        content: { ...say("Hi"), actions: [{ action: "add_tag", tag_id: vip }] },
        unsubscribe: "Stop",
      },
    ],
    leave: { on_reply: true, tag_ids: [vip], goals: [] },
  });
  await api("POST /pages/:page_id/rules", {
    params,
    body: {
      ...{ name: "VIPs get tips", is_on: true, if: null, often: { type: "once" } },
      when: { type: "tag_added", tag_id: vip },
      do: { actions: [{ action: "enter_sequence", sequence_id: id }] },
    },
  });
  const file = await readPageFile(deps, page_id);
  assert.deepEqual(JSON.parse(JSON.stringify([file.sequences, file.rules])), [
    [
      {
        name: "Tips",
        steps: [
          { id: "one", wait_seconds: 60, flow: "Offer" },
          {
            id: "two",
            wait_seconds: 60,
            content: { ...say("Hi"), actions: [{ action: "add_tag", tag: "vip" }] },
            unsubscribe: "Stop",
          },
        ],
        leave: { on_reply: true, tags: ["vip"] },
      },
    ],
    [
      {
        name: "VIPs get tips",
        when: { tag: "vip", type: "tag_added" },
        do: { actions: [{ action: "enter_sequence", sequence: "Tips" }] },
        often: { type: "once" },
      },
    ],
  ]);

  const other = await aPageOf(deps, owner);
  await applyPageFile(deps, other, file, { prune: true });
  assert.deepEqual(await planPageFile(deps, other, file, { prune: true }), []);
  const empty = { banter: 1, sequences: [], rules: [] };
  assert.deepEqual(await planPageFile(deps, other, empty, { prune: true }), [
    { action: "remove", what: "sequence", name: "Tips" },
    { action: "remove", what: "rule", name: "VIPs get tips" },
  ]);
  await applyPageFile(deps, other, empty, { prune: true });
  assert.equal((await readPageFile(deps, other)).sequences, undefined);
  const wrong = { banter: 1, rules: [{ ...file.rules?.[0], when: { type: "tag_added", tag: "no" } }] };
  await assert.rejects(applyPageFile(deps, other, wrong, { prune: false }), { code: "invalid_field" });
});
