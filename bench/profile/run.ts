import { join } from "node:path";
import { wide } from "../jobs/pairs.ts";
import { webhookSource } from "../load/webhooks.ts";
import { measure } from "../measure.ts";
import type { Place } from "../place.ts";
import type { Plan } from "../plan.ts";
import { openScene } from "../prepare/scene.ts";
import { fixed } from "../report/print.ts";
import { printProfile } from "./cpu.ts";
import { printStatements, resetStatements } from "./statements.ts";

const profile = "server.cpuprofile";

/** J1 on 64 pages at saturation: the server's time by area and function, PostgreSQL's by statement. */
export async function runProfile(place: Place, plan: Plan): Promise<void> {
  const scene = await openScene(place, { name: "profile", pages: 64, stored: plan.stored });
  const server = await scene.start({ profile });
  const target = { port: server.port, source: webhookSource(scene.customers, "all") };
  await measure(place, server, target, { seconds: plan.warmUpSeconds, jobsUnderWay: wide });
  await resetStatements(place.url);
  const from = (performance.now() - server.startedAt) / 1000;
  const figure = await measure(place, server, target, { seconds: plan.seconds * 2, jobsUnderWay: wide });
  const to = (performance.now() - server.startedAt) / 1000;
  await server.stop();

  const { jobs, jobsPerSecond, serverCpuMs, postgresCpuMs, postgresRoles } = figure;
  console.log(`\nJ1 on 64 Messenger pages, ${jobs} jobs, ${fixed(jobsPerSecond)}/s while profiled.`);
  console.log(`CPU ms a job: server ${fixed(serverCpuMs)}, PostgreSQL ${fixed(postgresCpuMs)}.`);
  console.log(`PostgreSQL by connection: ${rolesOf(postgresRoles)}.`);
  printProfile(join(place.folder, profile), { from, to, jobs });
  await printStatements(place.url, "bench_profile");
  await scene.scratch.drop();
}

const rolesOf = (roles: Record<string, number>) =>
  Object.entries(roles)
    .sort(([, one], [, other]) => other - one)
    .map(([role, ms]) => `${role} ${fixed(ms)}`)
    .join(", ");
