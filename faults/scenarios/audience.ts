import { setTimeout as sleep } from "node:timers/promises";
import { BroadcastSpec } from "@banter/core/audience/broadcast.ts";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { startAction } from "../../server/domain/customers/jobs/jobs.ts";
import { applyPageFile } from "../../server/domain/page-file/apply.ts";
import { changePageSettings } from "../../server/domain/pages/page-settings.ts";
import type { FailPoint } from "../../server/fail-points.ts";
import { insertBroadcast, scheduleBroadcast } from "../../server/store/audience/broadcasts.ts";
import { listSequenceNames } from "../../server/store/audience/sequences.ts";
import { sql } from "../../server/store/db/sql.ts";
import { nextConversationIds } from "../../server/store/runtime/mailbox.ts";
import { someCustomers } from "../../server/test/customers.ts";
import { idsByName } from "../../server/test/page-state.ts";
import { finishAndCheck } from "../check/finish-and-check.ts";
import type { Answer } from "../check/history.ts";
import { aCustomer } from "../load/offer.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { openWorld, type World } from "../world/open.ts";
import type { FaultPage } from "../world/pages.ts";
import { killOften } from "./kills.ts";

/** A page for each: a broadcast, an entry into a sequence, and rules that a bulk change sets off. */
export const audience: Scenario = {
  name: "audience",
  does: "a broadcast, an entry into a sequence and a storm of rules, each for 3,000 customers, on two nodes that are killed (-9)",
  boundSeconds: 600,
  run: reachMany,
};

/** Work of a node that was killed is taken over when its lease has ended, after ten seconds at most. */
const patienceMs = 12_000;

async function reachMany(stage: Stage): Promise<void> {
  const world = await openWorld(stage, { channel: "post", pages: 3, nodes: 2 });
  const size = stage.isShort ? 1200 : 3000;
  for (const { pageId } of world.pages) {
    await applyPageFile(world, pageId, setup, { prune: false });
    await changePageSettings(world, pageId, { audience: { ...defaultAudience, quiet_hours: null } });
  }
  await startAll(world, size);
  const load = startTraffic(world, { talkers: 1, waiters: 0, lookers: 0, thinkers: 0, recipients: 0 });
  const kills = stage.times(6, 40) / world.nodes.length;
  const goesOn = () => countKills(stage);
  const reached = await Promise.all(
    world.nodes.map((node, index) => killOften(world, node, { index, kills, passes, patienceMs, goesOn })),
  );
  stage.note("kills at fail-points", reached.flat().length);
  expectKills(stage);
  await load.stop();
  await finishAndCheck(world);
  await expectEnds(world);
}

/** Points that the work for many customers passes. */
const passes: Partial<Record<FailPoint, number>> = {
  "job.after-mail": 2,
  "round.before-commit": 15,
  "accept.after-commit": 5,
  "round.after-commit": 15,
  "job.before-mail": 2,
  "delivery.after-call": 50,
  "ledger.before-write": 10,
};

/** The messages of each kind, by the number of its page. */
const kinds: { name: string; answers: Answer[] }[] = [
  { name: "broadcast", answers: [{ text: "news 1" }, { text: "news 2" }] },
  { name: "sequence", answers: [{ text: "tip 1" }, { text: "tip 2", afterSeconds: 3 }] },
  { name: "rules", answers: [{ text: "gold 1" }, { text: "gold 2" }] },
];

/** Asked after each kill. False once everybody has everything. */
function countKills(stage: Stage): boolean {
  const missing = new Set(stage.history.listMissing().map(({ text }) => text));
  const left = kinds.filter(({ answers }) => answers.some(({ text }) => missing.has(text)));
  for (const { name } of left) stage.count(killsDuring(name));
  return left.length > 0;
}

const killsDuring = (kind: string) => `kills during the ${kind}`;

/** A run that kills nobody at one kind of work shows nothing about it. */
export function expectKills(stage: Pick<Stage, "notes" | "fail" | "isEnough">): void {
  if (stage.isEnough()) return;
  for (const { name } of kinds)
    if (!stage.notes[killsDuring(name)]) stage.fail("misbehaved", `no node was killed during the ${name}`);
}

const say = (text: string) => ({ content: { messages: [{ type: "text", text }] } });

/** A tag sets a rule off that sets a field, and the field sets off a rule that starts a flow. */
const setup = {
  banter: 1,
  tags: ["listed", "vip"],
  fields: [{ name: "level", type: "text" }],
  flows: [
    {
      name: "Gold",
      published: true,
      document: {
        version: 1,
        start: "one",
        steps: {
          one: { type: "message", ...say("gold 1"), next: "two" },
          two: { type: "message", ...say("gold 2"), next: null },
        },
      },
    },
  ],
  sequences: [
    {
      name: "Tips",
      steps: [
        { id: "one", wait_seconds: 0, ...say("tip 1") },
        { id: "two", wait_seconds: 3, ...say("tip 2") },
      ],
      leave: {},
    },
  ],
  rules: [
    {
      name: "VIPs are gold",
      when: { type: "tag_added", tag: "vip" },
      do: { actions: [{ action: "set_custom_field", field: "level", action_value: "gold" }] },
      often: { type: "every_time" },
    },
    {
      name: "Gold is told",
      when: { type: "field_changed", field: "level" },
      do: { flow: "Gold" },
      often: { type: "every_time" },
    },
  ],
};

/** Stores the customers and what each of them must get, and starts the work on all pages. */
async function startAll(world: World, size: number): Promise<void> {
  const { db, pages, stage } = world;
  for (const [index, page] of pages.entries()) {
    const ids = await idsByName(world, page.pageId);
    const [listed = 0, vip = 0] = ["tag listed", "tag vip"].map((name) => ids.get(name));
    const psids = Array.from({ length: size }, (_, number) => aCustomer(page, 100_000 + number).psid);
    await someCustomers(
      world,
      page.pageId,
      psids.map((psid) => ({ psid, tags: [listed] })),
    );
    const condition: SegmentCondition = { match: "all", rules: [{ type: "tag", tag_id: listed, has: true }] };
    const { name = "", answers = [] } = kinds[index] ?? {};
    for (const psid of psids) {
      const call = { call: "send" as const, psid, text: name, answers };
      stage.history.offer(call);
      stage.history.accept(call);
    }
    if (name === "broadcast") await startBroadcast(world, page, condition);
    const [sequence] = await listSequenceNames(db, page.pageId);
    const actions = {
      sequence: { type: "enter_sequence", sequenceId: sequence?.id ?? 0, name: "Tips" },
      rules: { type: "add_tag", tagId: vip, name: "vip" },
    } as const;
    if (name === "sequence" || name === "rules")
      await startAction(world, page.pageId, { action: actions[name], customers: { condition }, userId: "ann" });
  }
}

async function startBroadcast({ db }: World, { pageId }: FaultPage, condition: SegmentCondition): Promise<void> {
  const content = { messages: ["news 1", "news 2"].map((text) => ({ type: "text", text })) };
  const spec = BroadcastSpec.parse({
    audience: { type: "condition", condition },
    variants: [{ type: "content", content }],
  });
  const { id } = await insertBroadcast(db, pageId, { name: "News", spec, userId: "ann" });
  const sendIds = await nextConversationIds(db, 1);
  await scheduleBroadcast(db, pageId, id, { dueAt: Date.now() - 1000, condition, sendIds, userId: "ann" });
}

/** Work that everybody has got is also told to be done. */
async function expectEnds({ db, stage }: World): Promise<void> {
  const open = () =>
    db.many<{ what: string }>(sql`
      select 'broadcast ' || state as what from broadcasts where state <> 'done'
       union all
      select 'job ' || state from customer_jobs where state <> 'done'`);
  for (let tries = 0; tries < 300 * stage.patience && (await open()).length > 0 && !stage.isOver(); tries++)
    await sleep(100);
  for (const { what } of await open()) stage.fail("stuck", `${what}: everybody has got it, and it has not ended`);
}
