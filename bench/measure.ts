import { type Load, type LoadFigure, pace, saturate, type Target } from "./load/drive.ts";
import type { Place } from "./place.ts";
import type { Server } from "./server.ts";
import { busySeconds, cpuOf, megabytesOf, postgresUsage, spentBetween } from "./usage.ts";

/** A load with what it cost. Milliseconds of processor time are a job's. */
export type Figure = LoadFigure & {
  serverCpuMs: number;
  postgresCpuMs: number;
  /** PostgreSQL's by who asked for it. */
  postgresRoles: Record<string, number>;
  driverCpuMs: number;
  /** Processors that neither we nor our children used: the noise of the machine. */
  othersBusy: number;
  megabytesBefore: number;
  megabytesAfter: number;
};

export type Loading = Load | { seconds: number; perSecond: number };

export async function measure(
  { db, postmaster, standIn }: Place,
  server: Pick<Server, "pid">,
  target: Target,
  load: Loading,
): Promise<Figure> {
  const megabytesBefore = megabytesOf(server.pid);
  const postgresBefore = await postgresUsage(db, postmaster);
  const before = { at: performance.now(), server: cpuOf(server.pid), driver: cpuOf(process.pid), busy: busySeconds() };

  const figure = await ("perSecond" in load ? pace(standIn, target, load) : saturate(standIn, target, load));

  const seconds = (performance.now() - before.at) / 1000;
  const spent = spentBetween(postgresBefore, await postgresUsage(db, postmaster));
  const [serverSeconds, driverSeconds] = [cpuOf(server.pid) - before.server, cpuOf(process.pid) - before.driver];
  const postgresSeconds = [...spent.values()].reduce((sum, each) => sum + each, 0);
  const ours = serverSeconds + driverSeconds + postgresSeconds;
  const perJob = (each: number) => (each / figure.jobs) * 1000;
  return {
    ...figure,
    serverCpuMs: perJob(serverSeconds),
    postgresCpuMs: perJob(postgresSeconds),
    postgresRoles: Object.fromEntries(
      [...spent].filter(([, each]) => each >= 0.01).map(([role, each]) => [role, perJob(each)]),
    ),
    driverCpuMs: perJob(driverSeconds),
    othersBusy: (busySeconds() - before.busy - ours) / seconds,
    megabytesBefore,
    megabytesAfter: megabytesOf(server.pid),
  };
}
