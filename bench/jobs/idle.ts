import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../clock.ts";
import { answerAt } from "../prepare/page-file.ts";
import { openScene } from "../prepare/scene.ts";
import { converse } from "../prepare/template.ts";
import type { Server } from "../server.ts";
import { countersOf, cpuOfServer, megabytesOf, sessionSeconds } from "../usage.ts";
import type { Bench } from "./pairs.ts";

/** A server that nobody calls. */
export type IdleFigure = {
  pages: number;
  startSeconds: number;
  /** Seconds from the start until each page has answered a customer. */
  answeredSeconds?: number;
  /** Milliseconds of processor time per second. */
  serverCpuMs: number;
  /** The same of PostgreSQL's sessions with this server. */
  postgresCpuMs: number;
  /** Per second. */
  statements: number;
  megabytes: number;
};

/** Starts a server, has each page answer one customer, and watches it while nobody writes. */
export async function runIdle(bench: Bench, pages: number): Promise<IdleFigure> {
  const scene = await openScene(bench.place, { name: `idle_${pages}`, pages, stored: 0 });
  const startingAt = nowMs();
  const server = await scene.start();
  await converse(bench.place.platform, {
    port: server.port,
    pages: scene.customers.pages,
    asked: [answerAt(0)],
  });
  const answeredSeconds = (nowMs() - startingAt) / 1000;
  const figure = await watchIdle(bench, server, pages);
  await server.stop();
  await scene.scratch.drop();
  return { ...figure, answeredSeconds };
}

/**
 * Watches a server after it has settled. Some seconds after a start, housekeeping visits each page once; after that, it
 * does so once a day.
 */
export async function watchIdle({ place, plan }: Bench, server: Server, pages: number): Promise<IdleFigure> {
  const { pid, databaseUrl, startSeconds } = server;
  await sleep(plan.settleSeconds * 1000);
  const read = async () => ({
    at: nowMs(),
    server: cpuOfServer(pid),
    sessions: await sessionSeconds(place.db, databaseUrl),
    ...(await countersOf(place, databaseUrl)),
  });
  const before = await read();
  await sleep(plan.idleSeconds * 1000);
  const after = await read();
  const perSecond = (value: number) => value / ((after.at - before.at) / 1000);
  // Sessions that have ended are left out.
  const postgres = [...after.sessions].reduce((sum, [pid, each]) => sum + each - (before.sessions.get(pid) ?? 0), 0);
  return {
    ...{ pages, startSeconds },
    serverCpuMs: perSecond((after.server - before.server) * 1000),
    postgresCpuMs: perSecond(postgres * 1000),
    statements: perSecond(after.statements - before.statements),
    megabytes: megabytesOf(pid),
  };
}
