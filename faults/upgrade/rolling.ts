import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "@banter/core/test/at-end.ts";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { connectWorld } from "../world/database.ts";
import { aNode, type Node } from "../world/node.ts";
import { assemble, nodeSettings, type World } from "../world/open.ts";
import { startPlatform } from "../world/platform.ts";
import { startPostgres } from "../world/postgres.ts";
import type { Checkout } from "./checkout.ts";
import { oldPages } from "./pages.ts";

/** How long old and new nodes run side by side after each step. */
const phaseMs = 10_000;
const drainMs = 2000;

/** Two nodes of a release are replaced by nodes of today, one after the other, while customers write. */
export function rollingUpgrade(checkout: Checkout): Scenario {
  return {
    name: `${checkout.version} (${checkout.commit.slice(0, 7)})`,
    does: "two nodes of an earlier release are replaced by nodes of today, one after the other, under load",
    boundSeconds: 600,
    async run(stage) {
      const world = await openOldWorld(stage, checkout);
      const load = startTraffic(world, {});
      await sleep(phaseMs);
      // A machine that is too slow for the load refuses calls without any upgrade.
      const before = errorsOf(stage);
      stage.note("refused before", before);
      for (const count of [1, 2]) {
        await replaceOldest(world);
        await sleep(phaseMs);
        await expectAnswers(world, { withinMs: 5000, after: `${count} of 2 nodes were replaced` });
      }
      await load.stop();
      await finishAndCheck(world);
      const errors = errorsOf(stage) - before;
      if (errors > 0) stage.fail("misbehaved", `${errors} calls were refused or not answered during the upgrade`);
      const { repeats = 0 } = stage.notes;
      if (repeats > 0) stage.fail("misbehaved", `${repeats} messages were sent again after orderly shutdowns`);
    },
  };
}

const errorsOf = ({ notes: { refused = 0, unanswered = 0 } }: Stage) => refused + unanswered;

async function openOldWorld(stage: Stage, checkout: Checkout): Promise<World> {
  const { t } = stage;
  const postgres = await startPostgres(t);
  const platform = await startPlatform(t);
  const pages = await oldPages(checkout, { databaseUrl: postgres.url, origin: platform.origin, count: 4 });
  const db = connectWorld(postgres.url);
  atEnd(t, db.close);
  const { root } = checkout;
  const own = join("faults", "world", "server.ts");
  const program = existsSync(join(root, own)) ? own : join("server", "test", "post-server.ts");
  const anOldNode = () => aNode(t, { databaseUrl: postgres.url, settings: nodeSettings, root, program });
  const nodes = [await anOldNode(), await anOldNode()];
  const world = assemble({ stage, postgres, platform, nodes, pages, db }, { hasEchoes: false });
  for (const node of nodes) await node.start();
  return world;
}

/**
 * As an operator does it: the new node first, which migrates the database. Then the old one gets no more calls, and is
 * stopped in order when those that it had have ended.
 */
async function replaceOldest({ stage, postgres, nodes }: World): Promise<void> {
  const [old] = nodes;
  const node: Node = await aNode(stage.t, { databaseUrl: postgres.url, settings: nodeSettings });
  await node.start();
  nodes.push(node);
  await sleep(phaseMs);
  nodes.shift();
  await sleep(drainMs);
  const code = await old?.stop(30_000);
  if (code !== 0) stage.fail("misbehaved", `an old node did not shut down within 30 s of SIGTERM: exit code ${code}`);
  stage.count("replaced");
}
