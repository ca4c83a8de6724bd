import { mixedSource } from "../load/webhooks.ts";
import { copyCustomers } from "../prepare/copies.ts";
import { openScene } from "../prepare/scene.ts";
import { type Bench, type Round, runRounds, wide } from "./rounds.ts";

export type GrowthFigure = { stored: number; rounds: Round[] };

/** J7: J1 with more and more stored customers, ten messages each. Half of the customers who write are stored ones. */
export async function runJ7(bench: Bench, onFigure: (figure: GrowthFigure) => void): Promise<void> {
  const { place, plan } = bench;
  const [first = 0, ...others] = plan.growth;
  const scene = await openScene(place, { name: "j7", channel: "messenger", pages: 64, stored: first });
  let { customers } = scene;
  for (const stored of [first, ...others]) {
    const storedPerPage = Math.ceil(stored / customers.pages.length);
    if (storedPerPage > customers.storedPerPage) {
      process.stderr.write(`  storing ${stored} customers\n`);
      await copyCustomers(scene.scratch.url, { psids: scene.psids, from: customers.storedPerPage, to: storedPerPage });
      customers = { ...customers, storedPerPage };
    }
    const server = await scene.start();
    const source = mixedSource(customers, scene.requestOf);
    const rounds = await runRounds(bench, server, { port: server.port, source }, { jobsUnderWay: wide });
    onFigure({ stored, rounds });
    await server.stop();
  }
  await scene.scratch.drop();
}
