import { drive, type Load, type LoadFigure, prepare, type Target } from "./load/drive.ts";
import type { Place } from "./place.ts";
import type { Server } from "./server.ts";
import { busySeconds, cpuOf, megabytesOf, postgresUsage, spentBetween } from "./usage.ts";

/** A load with what it cost. Milliseconds are processor time a job, with what the server did for it afterwards. */
export type Figure = LoadFigure & {
  serverCpuMs: number;
  postgresCpuMs: number;
  /** PostgreSQL's by who asked for it. */
  postgresRoles: Record<string, number>;
  /** The load's and the platform's. */
  loadCpuMs: number;
  /** How many customers the platform was asked about. */
  lookups: number;
  /** Processors that neither we nor our children used: the noise of the machine. */
  othersBusy: number;
  megabytesBefore: number;
  megabytesAfter: number;
};

export async function measure(place: Place, server: Pick<Server, "pid">, target: Target, load: Load): Promise<Figure> {
  prepare(target.source, load);
  return withCost(place, server, () => drive(place.platform, target, load));
}

/** Everything the work cost until the platform is no longer called. */
async function withCost(place: Place, server: Pick<Server, "pid">, work: () => Promise<LoadFigure>): Promise<Figure> {
  const { db, postmaster, platform } = place;
  const loadCpu = () => cpuOf(process.pid) + cpuOf(platform.pid);
  const megabytesBefore = megabytesOf(server.pid);
  const lookupsBefore = platform.counts.lookups;
  const postgresBefore = await postgresUsage(db, postmaster);
  const before = { at: performance.now(), server: cpuOf(server.pid), load: loadCpu(), busy: busySeconds() };

  const figure = await work();
  await platform.untilQuiet();

  const seconds = (performance.now() - before.at) / 1000;
  const spent = spentBetween(postgresBefore, await postgresUsage(db, postmaster));
  const [serverSeconds, loadSeconds] = [cpuOf(server.pid) - before.server, loadCpu() - before.load];
  const postgresSeconds = [...spent.values()].reduce((sum, each) => sum + each, 0);
  const ours = serverSeconds + loadSeconds + postgresSeconds;
  const perJob = (each: number) => (each / figure.jobs) * 1000;
  return {
    ...figure,
    serverCpuMs: perJob(serverSeconds),
    postgresCpuMs: perJob(postgresSeconds),
    postgresRoles: Object.fromEntries(
      [...spent].filter(([, each]) => each >= 0.01).map(([role, each]) => [role, perJob(each)]),
    ),
    loadCpuMs: perJob(loadSeconds),
    lookups: platform.counts.lookups - lookupsBefore,
    othersBusy: (busySeconds() - before.busy - ours) / seconds,
    megabytesBefore,
    megabytesAfter: megabytesOf(server.pid),
  };
}
