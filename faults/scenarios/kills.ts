import { setTimeout as sleep } from "node:timers/promises";
import type { FailPoint } from "../../server/fail-points.ts";
import { sql } from "../../server/store/db/sql.ts";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic, type Traffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import type { Node } from "../world/node.ts";
import { openWorld, type World, type WorldOptions } from "../world/open.ts";

export const kills: Scenario = {
  name: "kills",
  does: "one node with Messenger pages and echoes, killed (-9) again and again at the named fail-points",
  boundSeconds: 780,
  run: (stage) => killNodes(stage, { channel: "messenger", kills: stage.times(8, 75), traffic: { gapMs: 250 } }),
};

export const killsInLoad: Scenario = {
  name: "kills-in-load",
  does: "one node with Messenger pages, killed (-9) at any moment under load: all but calls under way are answered in 5 s",
  boundSeconds: 300,
  async run(stage) {
    const world = await openWorld(stage, { channel: "messenger" });
    const load = startTraffic(world, { talkers: 4, gapMs: 600 });
    const times: Recovery[] = [];
    const behind = new Set<string>();
    for (let kill = 0; kill < stage.times(2, 12) && !stage.isEnough(); kill++) {
      await sleep(2000 + stage.random() * 1000);
      times.push(...(await timesToRecover(world, behind)));
      stage.count("kills");
    }
    await load.stop();
    judge(stage, times);
    await finishAndCheck(world, { withinSeconds: 130 });
  },
};

export const takeOvers: Scenario = {
  name: "take-overs",
  does: "two nodes that share the pages of a platform without echoes, both killed (-9) again and again",
  boundSeconds: 780,
  run: (stage) => killNodes(stage, { channel: "post", nodes: 2, kills: stage.times(6, 130), traffic: { gapMs: 200 } }),
};

/** The most times that each point is passed before the kill: some are passed once per start, others all the time. */
type Passes = Partial<Record<FailPoint, number>>;

/** The points that the usual load passes: it has no job for many customers. */
const usualPasses: Record<Exclude<FailPoint, `job.${string}`>, number> = {
  "accept.before-commit": 15,
  "accept.after-commit": 15,
  "round.before-commit": 15,
  "round.after-commit": 15,
  "delivery.before-call": 20,
  "delivery.after-call": 20,
  "ledger.before-write": 10,
  "ledger.after-write": 10,
  "page.claimed": 3,
  "page.released": 1,
  "digest.before-commit": 1,
  "digest.after-commit": 1,
  "request.before-call": 2,
  "request.after-call": 2,
  "model.before-call": 1,
  "model.after-call": 1,
};

/** A node that does not reach its fail-point within this time is killed anyway. */
const usualPatienceMs = 2000;

/** A full run kills for so long at most: a slow machine has fewer kills, and not a longer run. */
const killsMs = 570_000;

type Options = WorldOptions & { kills: number; traffic: Traffic };

async function killNodes(stage: Stage, options: Options): Promise<void> {
  const world = await openWorld(stage, options);
  const load = startTraffic(world, options.traffic);
  const kills = options.kills / world.nodes.length;
  const endAt = performance.now() + killsMs;
  const goesOn = () => !stage.isTimed || performance.now() < endAt;
  const reached = await Promise.all(world.nodes.map((node, index) => killOften(world, node, { index, kills, goesOn })));
  const points = reached.flat();
  stage.note("kills at fail-points", points.length);
  stage.note("fail-points", new Set(points).size);
  if (stage.isTimed && points.length < options.kills / 2)
    stage.fail("slow", `only ${points.length} of ${options.kills} kills were at a fail-point`);
  await expectAnswers(world, { withinMs: 15_000, after: "the last kill" });
  await load.stop();
  await finishAndCheck(world, { withinSeconds: 130 });
}

type Killing = {
  index: number;
  kills: number;
  passes?: Passes;
  patienceMs?: number;
  /** Asked before each kill but the first. */
  goesOn?: () => boolean;
};

/** Kills a node that many times, at each fail-point in turn. Returns the fail-points that it reached. */
export async function killOften(
  { stage }: World,
  node: Node,
  { index, kills, passes = usualPasses, patienceMs = usualPatienceMs, goesOn = () => true }: Killing,
): Promise<string[]> {
  const points: string[] = [];
  const failPoints = Object.keys(passes) as FailPoint[];
  await sleep(index * 700);
  await node.kill();
  for (let kill = 0; points.length < kills && kill < kills * 2 && !stage.isEnough() && goesOn(); kill++) {
    const point = failPoints[(kill + index) % failPoints.length] ?? "round.after-commit";
    const times = 1 + Math.floor(stage.random() * (passes[point] ?? 1));
    const settings = { FAIL_AT: `${point}:${times}`, SHUTDOWN_GRACE_MS: "0" };
    await node.start(settings);
    // Only a node that shuts down in order releases pages.
    if (point === "page.released") setTimeout(() => void node.stop(), 500 * stage.random());
    const reached = await node.endedAt(patienceMs);
    await node.kill();
    stage.count("kills");
    if (reached) points.push(point);
    await sleep(stage.random() * 200);
  }
  await node.start();
  return points;
}

const recoveryMs = 5000;
const watchedMs = 8000;

/** An answer that a kill held up, and how long after the start it arrived: Infinity if it did not while watched. */
type Recovery = { psid: string; text: string; ms: number };

/** With no more missing answers than these, a customer has caught up: they are those of two texts. */
const usuallyMissing = 4;

/**
 * Kills the node, starts it, and returns how long after that each missing answer arrived. Left out are customers to
 * whom a call was under way: nobody knows whether it arrived, so that they wait for the platform's echo. They write on
 * meanwhile, and stay left out until they have caught up, which may be some kills later: `behind` has them.
 */
async function timesToRecover({ stage, nodes, db }: World, behind: Set<string>): Promise<Recovery[]> {
  const { history } = stage;
  const [node] = nodes;
  const missingOf = Map.groupBy(history.listMissing(), ({ psid }) => psid);
  for (const psid of behind) if ((missingOf.get(psid)?.length ?? 0) <= usuallyMissing) behind.delete(psid);
  await node?.kill();
  const inDoubt = await db.many<{ psid: string }>(sql`select distinct psid from messages where status = 'sending'`);
  for (const { psid } of inDoubt) behind.add(psid);
  await node?.start();
  const readyAt = performance.now();
  const missing = history.listMissing().filter(({ psid }) => !behind.has(psid));
  await sleep(watchedMs);
  const arrivedAt = new Map<string, number>();
  for (const event of history.events)
    if (event.type === "delivered") arrivedAt.set(`${event.psid} ${event.text}`, event.at);
  return missing.map(({ psid, text }) => {
    const ms = (arrivedAt.get(`${psid} ${text}`) ?? Number.POSITIVE_INFINITY) - readyAt;
    return { psid, text, ms };
  });
}

/** Some of the answers follow a timer, whose time counts too. */
function judge(stage: Stage, answers: Recovery[]): void {
  const sorted = answers.toSorted((one, other) => one.ms - other.ms);
  const p99 = sorted[Math.floor(sorted.length * 0.99)]?.ms ?? 0;
  stage.note("answers that a kill held up", sorted.length);
  stage.note("of them answered after the start, p99, ms", Math.round(Math.min(p99, watchedMs)));
  if (!stage.isTimed || p99 <= recoveryMs) return;
  const slow = sorted
    .filter(({ ms }) => ms > recoveryMs)
    .map(({ psid, text, ms }) => `"${text}" to ${psid}: ${Math.round(ms)} ms`);
  stage.fail(
    "slow",
    `1 % of the answers took more than ${recoveryMs} ms after the server was back: ${slow.join(", ")}`,
  );
}
