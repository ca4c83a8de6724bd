import { openFloor } from "../anchors/open-floor.ts";
import type { Place } from "../place.ts";
import type { Plan } from "../plan.ts";
import type { Results } from "../report/results.ts";
import { runAgainst } from "./against.ts";
import { type AudienceResult, runJ8 } from "./audience/j8.ts";
import { runIdle } from "./idle.ts";
import { runJ1, runJ1OnOnePage } from "./j1.ts";
import { runJ2 } from "./j2.ts";
import { runJ4 } from "./j4.ts";
import { runJ5 } from "./j5.ts";
import { runJ6 } from "./j6.ts";
import { runJ7 } from "./j7.ts";
import { runNodes } from "./nodes.ts";
import { type Bench, type Pair, wide } from "./pairs.ts";
import { runSoak } from "./soak.ts";

type Job = (bench: Bench, results: Results) => Promise<void>;

/** The jobs by name. A quick run without names has only the first. */
const jobs: Record<string, Job> = {
  J1: async (bench, results) => {
    const { idle, ...others } = await runJ1(bench, (name, pairs) => {
      results.jobs[name] = pairs;
    });
    results.j1 = others;
    results.idle = idle;
  },
  "one page": load("J1 one page, 32 under way, all new", runJ1OnOnePage),
  J2: load("J2 sends, 64 pages", runJ2),
  J4: into("reads", runJ4),
  J5: into("burst", runJ5),
  J6: into("timers", runJ6),
  J7: async (bench, results) => {
    const growth: NonNullable<Results["growth"]> = [];
    results.growth = growth;
    await runJ7(bench, (figure) => void growth.push(figure));
  },
  J8: async (bench, results) => {
    const audience: AudienceResult = { broadcasts: [] };
    results.audience = audience;
    await runJ8(bench, audience);
  },
  nodes: async (bench, results) => {
    const nodes: NonNullable<Results["nodes"]> = [];
    results.nodes = nodes;
    await runNodes(bench, (figure) => void nodes.push(figure));
  },
};

/** Jobs that run only if they are named, because J1 includes them. */
const named: Record<string, Job> = {
  idle: async (bench, results) => {
    results.idle = [await runIdle(bench, 64), await runIdle(bench, bench.plan.manyPages)];
  },
};

/** Runs the jobs of the plan, and adds each result as soon as it is measured. */
export async function runJobs(place: Place, plan: Plan, results: Results): Promise<void> {
  const floor = await openFloor(place);
  const bench = { place, plan, floor };
  await floor.measure({ seconds: plan.floorSeconds, jobsUnderWay: wide });
  if (plan.against !== undefined) {
    results.against = { folder: plan.against, contests: {} };
    return runAgainst(bench, results.against);
  }
  for (const [name, run] of Object.entries({ ...jobs, ...named, soak: into("soak", runSoak) })) {
    if (!isWanted(plan, name)) continue;
    process.stderr.write(`${name}\n`);
    await run(bench, results);
  }
}

/** `--soak` without names of jobs runs only the soak. */
function isWanted({ only, isSoak, isQuick }: Plan, name: string): boolean {
  if (name === "soak") return isSoak;
  if (only.length === 0 && name in named) return false;
  if (only.length === 0) return !isSoak && (!isQuick || name === "J1");
  return only.some((word) => name.toUpperCase().startsWith(word));
}

function into<Name extends keyof Results>(name: Name, run: (bench: Bench) => Promise<Results[Name]>): Job {
  return async (bench, results) => {
    results[name] = await run(bench);
  };
}

function load(name: string, run: (bench: Bench) => Promise<Pair[]>): Job {
  return async (bench, { jobs }) => {
    jobs[name] = await run(bench);
  };
}
