import { setTimeout as sleep } from "node:timers/promises";
import { drive, type Load, type LoadFigure, prepare, type Target } from "./load/drive.ts";
import type { Place } from "./place.ts";
import type { Server } from "./server.ts";
import { busySeconds, countersOf, cpuOf, cpuOfServer, megabytesOf, postgresUsage, spentBetween } from "./usage.ts";

/** A load and its cost. Values are per job, and include work that the server does afterwards. */
export type Figure = LoadFigure & {
  /** Milliseconds of processor time. */
  serverCpuMs: number;
  postgresCpuMs: number;
  /** PostgreSQL's processor time by client. */
  postgresRoles: Record<string, number>;
  /** Processor time of the load and the platform. */
  loadCpuMs: number;
  walBytes: number;
  statements: number;
  rows: number;
  /** Profile look-ups at the platform, of all jobs. */
  lookups: number;
  /** Processors that were busy with other programs: the noise of the machine. */
  othersBusy: number;
  megabytesBefore: number;
  megabytesAfter: number;
};

/** A server and its database. */
export type Measured = Pick<Server, "pid" | "databaseUrl">;

export async function measure(place: Place, measured: Measured, target: Target, load: Load): Promise<Figure> {
  prepare(target.source, load);
  return withCost(place, measured, () => drive(place.platform, target, load));
}

async function withCost(
  place: Place,
  { pid, databaseUrl }: Measured,
  work: () => Promise<LoadFigure>,
): Promise<Figure> {
  const { db, postmaster, platform } = place;
  const loadCpu = () => cpuOf(process.pid) + cpuOf(platform.pid);
  const megabytesBefore = megabytesOf(pid);
  const lookupsBefore = platform.counts.lookups;
  const countedBefore = await countersOf(place, databaseUrl);
  const postgresBefore = await postgresUsage(db, postmaster);
  const before = { at: performance.now(), server: cpuOfServer(pid), load: loadCpu(), busy: busySeconds() };

  const figure = await work();
  await untilIdle(place, pid);

  const seconds = (performance.now() - before.at) / 1000;
  const spent = spentBetween(postgresBefore, await postgresUsage(db, postmaster));
  const counted = await countersOf(place, databaseUrl);
  const [serverSeconds, loadSeconds] = [cpuOfServer(pid) - before.server, loadCpu() - before.load];
  const postgresSeconds = [...spent.values()].reduce((sum, each) => sum + each, 0);
  const ours = serverSeconds + loadSeconds + postgresSeconds;
  const perJob = (each: number) => each / figure.jobs;
  return {
    ...figure,
    serverCpuMs: perJob(serverSeconds * 1000),
    postgresCpuMs: perJob(postgresSeconds * 1000),
    postgresRoles: Object.fromEntries(
      [...spent].filter(([, each]) => each >= 0.01).map(([role, each]) => [role, perJob(each * 1000)]),
    ),
    loadCpuMs: perJob(loadSeconds * 1000),
    walBytes: perJob(counted.walBytes - countedBefore.walBytes),
    statements: perJob(counted.statements - countedBefore.statements),
    rows: perJob(counted.rows - countedBefore.rows),
    lookups: platform.counts.lookups - lookupsBefore,
    othersBusy: (busySeconds() - before.busy - ours) / seconds,
    megabytesBefore,
    megabytesAfter: megabytesOf(pid),
  };
}

/** Waits for the work that follows the jobs (look-ups, read models), so that the next figure does not include it. */
async function untilIdle({ platform }: Place, pid: number): Promise<void> {
  const read = () => ({ calls: platform.countCalls(), seconds: cpuOfServer(pid) });
  for (let waitedMs = 0, last = read(); waitedMs < 10_000; waitedMs += 250) {
    await sleep(250);
    const now = read();
    if (now.calls === last.calls && now.seconds - last.seconds <= 0.02) return;
    last = now;
  }
}
