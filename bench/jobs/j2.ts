import { sendSource } from "../load/sends.ts";
import { tokensOf } from "../prepare/pages.ts";
import { openScene } from "../prepare/scene.ts";
import { withoutRateLimit } from "../server.ts";
import { type Bench, narrow, type Pair, runPairs, warmUp } from "./pairs.ts";

/** J2: sends of one text through the public API, on 64 Messenger pages. */
export async function runJ2(bench: Bench): Promise<Pair[]> {
  const { place, plan } = bench;
  const scene = await openScene(place, { name: "j2", pages: 64, stored: plan.stored });
  const server = await scene.start({ settings: withoutRateLimit });
  const source = sendSource(scene.customers, await tokensOf(scene.scratch.db, scene.customers.pages));
  const target = { port: server.port, source };
  await warmUp(bench, server, target);
  const pairs = await runPairs(bench, server, target, { jobsUnderWay: narrow });
  await server.stop();
  await scene.scratch.drop();
  return pairs;
}
