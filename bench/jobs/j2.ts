import { sendSource } from "../load/sends.ts";
import { tokensOf } from "../prepare/pages.ts";
import { openScene } from "../prepare/scene.ts";
import { withoutRateLimit } from "../server.ts";
import type { JobResult } from "./j1.ts";
import { type Bench, narrow, runRounds } from "./rounds.ts";

/** J2: sends of one text through the public API, on 64 Messenger pages. */
export async function runJ2(bench: Bench): Promise<JobResult> {
  const { place, plan } = bench;
  const scene = await openScene(place, { name: "j2", channel: "messenger", pages: 64, stored: plan.stored });
  const server = await scene.start({ settings: withoutRateLimit });
  const source = sendSource(scene.customers, await tokensOf(scene.scratch.db, scene.customers.pages));
  const rounds = await runRounds(bench, server, { port: server.port, source }, { jobsUnderWay: narrow });
  await server.stop();
  await scene.scratch.drop();
  return { jobsUnderWay: narrow, rounds };
}
