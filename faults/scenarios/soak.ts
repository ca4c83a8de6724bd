import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "../../server/store/db/sql.ts";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { growthPerHour } from "../check/growth.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { openWorld, type World } from "../world/open.ts";

const sampleMs = 5000;
/** Below this, memory still moves with the garbage collector and says nothing. */
const judgedMinutes = 30;
const maxMiBPerHour = 1;
const maxIdleSeconds = 30;

/** Memory and handles of a server under load do not grow, and no transaction is left open. */
export const soak: Scenario = {
  name: "soak",
  does: "no fault, for up to an hour: memory and open files do not grow, and no transaction stays idle",
  boundSeconds: 5400,
  async run(stage) {
    const world = await openWorld(stage, { channel: "messenger" });
    const load = startTraffic(world, {});
    const samples: { minutes: number; mebibytes: number; files: number }[] = [];
    const startedAt = performance.now();
    const minutes = () => (performance.now() - startedAt) / 60_000;
    for (let sample = 0; sample < stage.times(3, 12) && !stage.isEnough(); sample++) {
      await sleep(sampleMs);
      samples.push({ minutes: minutes(), ...usageOf(world.nodes[0]?.pid()) });
      await findIdleTransactions(world);
    }
    const isJudged = minutes() >= judgedMinutes;
    const growth = growthPerHour(samples.map(({ minutes, mebibytes }) => ({ minutes, value: mebibytes })));
    const moreFiles = growthPerHour(samples.map(({ minutes, files }) => ({ minutes, value: files })));
    stage.note(isJudged ? "minutes" : "minutes, too few to judge", Math.round(minutes()));
    stage.note("memory, MiB", Math.round(samples.at(-1)?.mebibytes ?? 0));
    stage.note("more memory in an hour, MiB", Math.round(growth * 10) / 10);
    stage.note("open files", samples.at(-1)?.files ?? 0);
    if (isJudged && growth > maxMiBPerHour) stage.fail("misbehaved", `the memory grows by ${growth} MiB an hour`);
    if (isJudged && moreFiles > 1) stage.fail("misbehaved", `${moreFiles} more files are open after an hour`);
    await load.stop();
    await finishAndCheck(world);
  },
};

function usageOf(pid: number | undefined): { mebibytes: number; files: number } {
  const kibibytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return { mebibytes: kibibytes / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
}

async function findIdleTransactions({ db, stage }: World): Promise<void> {
  const idle = await db.many<{ query: string }>(sql`
    select query from pg_stat_activity
     where state like 'idle in transaction%' and state_change < now() - make_interval(secs => ${maxIdleSeconds})`);
  for (const { query } of idle) stage.fail("misbehaved", `a transaction stays idle after: ${query.slice(0, 200)}`);
}
