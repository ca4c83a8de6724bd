import { webhookSource } from "../load/webhooks.ts";
import { copyCustomers } from "../prepare/copies.ts";
import { openScene } from "../prepare/scene.ts";
import { type Bench, type Pair, runPairs, warmUp, wide } from "./pairs.ts";

export type GrowthFigure = { stored: number; pairs: Pair[] };

/** J7: J1 with more and more stored customers, ten messages each. Half of the customers who write are stored ones. */
export async function runJ7(bench: Bench, onFigure: (figure: GrowthFigure) => void): Promise<void> {
  const { place, plan } = bench;
  const [first = 0, ...others] = plan.growth;
  const scene = await openScene(place, { name: "j7", pages: 64, stored: first });
  let { customers } = scene;
  for (const stored of [first, ...others]) {
    const storedPerPage = Math.ceil(stored / customers.pages.length);
    if (storedPerPage > customers.storedPerPage) {
      process.stderr.write(`  storing ${stored} customers\n`);
      await copyCustomers(scene.scratch.url, { psids: scene.psids, from: customers.storedPerPage, to: storedPerPage });
      customers = { ...customers, storedPerPage };
    }
    const server = await scene.start();
    const target = { port: server.port, source: webhookSource(customers, "half") };
    await warmUp(bench, server, target);
    onFigure({ stored, pairs: await runPairs(bench, server, target, { jobsUnderWay: wide }) });
    await server.stop();
  }
  await scene.scratch.drop();
}
