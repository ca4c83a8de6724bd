import { sql } from "../server/store/sql.ts";
import { aPostPage, type TestPage } from "../server/test/builders.ts";
import { type AnchorSet, type Anchors, openAnchors } from "./anchors/index.ts";
import { measureInMemory } from "./in-memory.ts";
import type { Target } from "./load/drive.ts";
import { type Figure, type Loading, measure } from "./measure.ts";
import { benchPage, sendTo, webhookTo } from "./page.ts";
import type { Place } from "./place.ts";
import type { Plan } from "./plan.ts";
import { printProfile } from "./profile.ts";
import type { Results } from "./results.ts";
import { startServer } from "./server.ts";

/** A figure with the anchors taken just before and after it. */
export type Round<F = Figure> = { before: Anchors; figure: F; after: Anchors };

/** As many jobs under way as there are connections; and so many that nothing ever waits for work. */
const closedLoop = 32;
const wideLoop = 256;

/** Runs every job of the plan, and puts what was measured into the results as soon as it is there. */
export async function runJobs(place: Place, plan: Plan, results: Results): Promise<void> {
  const page = await aPostPage(place, place.standIn.origin, benchPage(1000));
  const anchors = await openAnchors(place, plan.anchorSeconds);
  // Cold programs are slow.
  await anchors.measure(closedLoop);
  const isWanted = (name: string) => plan.only.length === 0 || plan.only.some((word) => name.startsWith(word));
  for (const [name, job] of Object.entries(jobsOn(page))) {
    if (!isWanted(name) || (plan.isQuick && !job.isQuick)) continue;
    process.stderr.write(`${name}\n`);
    results.jobs[name] = await runJob(place, plan, anchors, { ...job, name });
  }
  if (!isWanted("J3")) return;
  const before = await anchors.measure(closedLoop);
  const figure = measureInMemory(plan.inMemorySeconds);
  results.inMemory = { before, figure, after: await anchors.measure(closedLoop) };
}

type Job = {
  requestOf: Target["requestOf"];
  messagesPerJob: number;
  load: { jobsUnderWay: number } | { perSecond: number };
  isQuick: boolean;
};

function jobsOn(page: TestPage): Record<string, Job> {
  const [unique, returning] = [webhookTo(page.pageId, "unique"), webhookTo(page.pageId, "returning")];
  const closed = { jobsUnderWay: closedLoop };
  return {
    "J1 unique": { requestOf: unique, messagesPerJob: 2, load: closed, isQuick: true },
    "J1 returning": { requestOf: returning, messagesPerJob: 2, load: closed, isQuick: false },
    "J1 unique, 256 under way": {
      requestOf: unique,
      messagesPerJob: 2,
      load: { jobsUnderWay: wideLoop },
      isQuick: false,
    },
    "J1 at 20/s": { requestOf: returning, messagesPerJob: 2, load: { perSecond: 20 }, isQuick: true },
    J2: { requestOf: sendTo(page), messagesPerJob: 1, load: closed, isQuick: true },
  };
}

/** On a server of its own, so that its memory and its profile are this job's. */
async function runJob(place: Place, plan: Plan, anchors: AnchorSet, job: Job & { name: string }): Promise<JobResult> {
  const profile = plan.isProfiled ? `${job.name.replaceAll(/\W+/g, "-").toLowerCase()}.cpuprofile` : undefined;
  const server = await startServer(place.databaseUrl, profile);
  place.undo.add(server.stop);
  const target: Target = { port: server.port, requestOf: job.requestOf, messagesPerJob: job.messagesPerJob };
  const warmUp = { seconds: plan.warmUpSeconds, jobsUnderWay: closedLoop };
  const { megabytesBefore: megabytesAtStart } = await measure(place, server, target, warmUp);
  // PostgreSQL does so by itself within its first minute; until then it plans blindly.
  await place.db.count(sql`analyze`);
  const from = (performance.now() - server.startedAt) / 1000;

  const run = (load: Loading) => measure(place, server, target, load);
  const measured = await ("perSecond" in job.load
    ? runPaced(plan, anchors, job.load.perSecond, run)
    : runSaturated(plan, anchors, job.load.jobsUnderWay, run));
  await server.stop();
  if (profile) printProfile(new URL(profile, import.meta.url), { from });
  return { megabytesAtStart, ...measured };
}

/** `floorPaces`: the floor at the same pace, before and after. */
export type JobResult = { megabytesAtStart: number; rounds: Round[]; floorPaces: Figure[] };

type Run = (load: Loading) => Promise<Figure>;

/** The anchors after one round are those before the next. */
async function runSaturated({ rounds: count, seconds }: Plan, anchors: AnchorSet, jobsUnderWay: number, run: Run) {
  const rounds: Round[] = [];
  let before = await anchors.measure(jobsUnderWay);
  for (let nth = 0; nth < count; nth++) {
    const figure = await run({ seconds, jobsUnderWay });
    const after = await anchors.measure(jobsUnderWay);
    rounds.push({ before, figure, after });
    before = after;
  }
  return { rounds, floorPaces: [] };
}

/** Here the floor's latency at the same pace is the nearest anchor. */
async function runPaced({ paceSeconds }: Plan, anchors: AnchorSet, perSecond: number, run: Run) {
  const before = await anchors.measure(closedLoop);
  const floorBefore = await anchors.paceFloor(paceSeconds / 3, perSecond);
  const figure = await run({ seconds: paceSeconds, perSecond });
  const floorAfter = await anchors.paceFloor(paceSeconds / 3, perSecond);
  const after = await anchors.measure(closedLoop);
  return { rounds: [{ before, figure, after }], floorPaces: [floorBefore, floorAfter] };
}
