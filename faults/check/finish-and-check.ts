import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "../../server/store/db/sql.ts";
import { getFlowStatistics, recountFlowStatistics } from "../../server/store/runtime/step-statistics.ts";
import type { World } from "../world/open.ts";
import { checkRun } from "./checker.ts";
import { describeMissing } from "./evidence.ts";
import type { Missing, Stored } from "./history.ts";

const maxDescribed = 20;

/**
 * Waits until every accepted call is answered and finished, then runs the checker. If nothing more is answered for
 * that long, the nodes are restarted: answers that arrive then were stuck, the others are lost.
 */
export async function finishAndCheck(world: World, { withinSeconds = 130 } = {}): Promise<void> {
  const { stage, nodes } = world;
  if (!(await isDone(world, withinSeconds))) {
    const missing = stage.history.listMissing();
    const descriptions = await describe(world, missing.slice(0, maxDescribed));
    await Promise.all(nodes.map((node) => node.kill()));
    await Promise.all(nodes.map((node) => node.start()));
    await isDone(world, withinSeconds);
    for (const [index, { psid, text }] of missing.entries()) {
      const before = descriptions[index];
      if (stage.history.isDelivered(psid, text))
        stage.fail("stuck", `"${text}" to ${psid} arrived only after a restart${before ?? ""}`);
      else if (before) stage.fail("lost", `"${text}" to ${psid} did not arrive after a restart either${before}`);
    }
  }
  stage.stored = await patiently(() => readStored(world));
  const { violations, figures } = checkRun(stage.history.events, stage.stored);
  stage.violations.push(...violations);
  for (const [name, value] of Object.entries(figures)) stage.note(name, value);
}

/** For each missing answer, what the tables hold about it now. */
function describe({ db }: World, missing: Missing[]): Promise<string[]> {
  return Promise.all(missing.map(async (each) => `. Before: ${await patiently(() => describeMissing(db, each))}`));
}

async function isDone(world: World, withinSeconds: number): Promise<boolean> {
  const { history, isOver } = world.stage;
  let [least, leastAt] = [Number.POSITIVE_INFINITY, performance.now()];
  while (performance.now() < leastAt + withinSeconds * 1000 && !isOver()) {
    const left = history.countMissing() + (await countUnfinished(world));
    if (left === 0) return true;
    if (left < least) [least, leastAt] = [left, performance.now()];
    await sleep(200);
  }
  return false;
}

async function countUnfinished({ db }: World): Promise<number> {
  return patiently(() => db.count(sql`select from messages where status in ('queued', 'sending')`));
}

async function readStored({ db, pages }: World): Promise<Stored> {
  const messages = await db.many<Stored["messages"][number]>(sql`
    select id, psid, content ->> 'text' as text, status, possible_duplicate,
           (extract(epoch from created_at) * 1000)::float8 as created_at
      from messages order by id`);
  const turns = await db.many<Stored["turns"][number]>(sql`
    select psid, event ->> 'text' as text from turns where event ->> 'type' = 'message' order by id`);
  const statistics = await Promise.all(
    pages.map(async ({ pageId, flowId }) => ({
      flow: `flow ${flowId} of page ${pageId}`,
      kept: await getFlowStatistics(db, pageId, flowId),
      recounted: await recountFlowStatistics(db, pageId, flowId),
    })),
  );
  return { messages, turns, statistics };
}

/** Retries, because a connection that a fault has cut fails when it is used next. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= 20) throw error;
      await sleep(250);
    }
  }
}
