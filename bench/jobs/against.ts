import type { Load } from "../load/drive.ts";
import { type NewShare, webhookSource } from "../load/webhooks.ts";
import { type Figure, measure } from "../measure.ts";
import { openScene } from "../prepare/scene.ts";
import { openTree, type Tree } from "../tree.ts";
import { type IdleFigure, watchIdle } from "./idle.ts";
import { loadsOf, nameOf } from "./j1.ts";
import { type Bench, warmUp } from "./pairs.ts";

/** The same load on the floor, on this tree's server and on another's, one just after the other. */
export type Contest = { floor: Figure; own: Figure; other: Figure };

export type AgainstResult = {
  folder: string;
  /** By the name of the load. */
  contests: Record<string, Contest[]>;
  /** With 64 pages. */
  idle?: { own: IdleFigure; other: IdleFigure };
};

/**
 * J1 on two trees in turn: both servers run all the time, with the same pages, customers and PostgreSQL. Adds each
 * figure to `result` as soon as it is measured.
 */
export async function runAgainst(bench: Bench, result: AgainstResult): Promise<void> {
  const { folder, contests } = result;
  const { place, plan, floor } = bench;
  const own = await openSide(bench, "own", place.tree);
  const other = await openSide(bench, "other", await openTree(folder));
  for (const { share, jobsUnderWay } of loadsOf(plan).filter((load) => !load.isReported && !load.answerAfterMs)) {
    const name = nameOf({ share, jobsUnderWay });
    process.stderr.write(`  ${name}\n`);
    const load = { seconds: plan.seconds, jobsUnderWay };
    const [runOwn, runOther] = [own.runnerOf(share, load), other.runnerOf(share, load)];
    const turns: Contest[] = [];
    for (let nth = 0; nth < plan.pairs; nth++) {
      const floorFigure = await floor.measure({ ...load, seconds: plan.floorSeconds });
      turns.push({ floor: floorFigure, ...(await takeTurns(nth, runOwn, runOther)) });
    }
    contests[name] = turns;
  }
  const pace = { seconds: plan.paceSeconds, perSecond: 20 };
  const paced = { floor: await floor.measure(pace), own: await own.runnerOf("all", pace)() };
  contests["J1 at 20/s, all new"] = [{ ...paced, other: await other.runnerOf("all", pace)() }];
  result.idle = { own: await watchIdle(bench, own.server, 64), other: await watchIdle(bench, other.server, 64) };
  await own.close();
  await other.close();
}

async function openSide(bench: Bench, name: string, tree: Tree) {
  const { place, plan } = bench;
  const scene = await openScene(place, { name, pages: 64, stored: plan.stored }, tree);
  const server = await scene.start();
  const targetOf = (share: NewShare) => ({ port: server.port, source: webhookSource(scene.customers, share) });
  await warmUp(bench, server, targetOf("half"));
  return {
    server,
    runnerOf(share: NewShare, load: Load) {
      const target = targetOf(share);
      return () => measure(place, server, target, load);
    },
    async close() {
      await server.stop();
      await scene.scratch.drop();
    },
  };
}

/** Each goes first every other time, so that neither always runs just after the floor. */
async function takeTurns(nth: number, runOwn: () => Promise<Figure>, runOther: () => Promise<Figure>) {
  if (nth % 2 === 0) return { own: await runOwn(), other: await runOther() };
  const other = await runOther();
  return { own: await runOwn(), other };
}
