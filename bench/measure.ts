import { drive, type Load, type LoadFigure, prepare, type Target } from "./load/drive.ts";
import type { Place } from "./place.ts";
import type { Server } from "./server.ts";
import { busySeconds, cpuOf, cpuOfServer, megabytesOf, postgresUsage, spentBetween } from "./usage.ts";

/** A load and its cost. Milliseconds are processor time per job, including work that the server does afterwards. */
export type Figure = LoadFigure & {
  serverCpuMs: number;
  postgresCpuMs: number;
  /** PostgreSQL's processor time by client. */
  postgresRoles: Record<string, number>;
  /** Processor time of the load and the platform. */
  loadCpuMs: number;
  /** Profile look-ups at the platform. */
  lookups: number;
  /** Processors that were busy with other programs: the noise of the machine. */
  othersBusy: number;
  megabytesBefore: number;
  megabytesAfter: number;
};

export async function measure(place: Place, server: Pick<Server, "pid">, target: Target, load: Load): Promise<Figure> {
  prepare(target.source, load);
  return withCost(place, server, () => drive(place.platform, target, load));
}

/** Measures a load, including the calls to the platform that follow it. */
async function withCost(place: Place, server: Pick<Server, "pid">, work: () => Promise<LoadFigure>): Promise<Figure> {
  const { db, postmaster, platform } = place;
  const loadCpu = () => cpuOf(process.pid) + cpuOf(platform.pid);
  const megabytesBefore = megabytesOf(server.pid);
  const lookupsBefore = platform.counts.lookups;
  const postgresBefore = await postgresUsage(db, postmaster);
  const before = { at: performance.now(), server: cpuOfServer(server.pid), load: loadCpu(), busy: busySeconds() };

  const figure = await work();
  await platform.untilQuiet();

  const seconds = (performance.now() - before.at) / 1000;
  const spent = spentBetween(postgresBefore, await postgresUsage(db, postmaster));
  const [serverSeconds, loadSeconds] = [cpuOfServer(server.pid) - before.server, loadCpu() - before.load];
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
