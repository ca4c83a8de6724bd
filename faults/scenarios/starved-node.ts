import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { aCustomer } from "../load/offer.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { countFiles, limitFiles } from "../world/limits.ts";
import { openWorld, type World } from "../world/open.ts";
import type { FaultPage } from "../world/pages.ts";
import { supervise } from "../world/supervise.ts";
import { post, sendPosting } from "../world/webhooks.ts";

/** PostgreSQL is restarted meanwhile, so that the node must open connections that it may not open. */
export const outOfFiles: Scenario = {
  name: "out-of-files",
  does: "a node may open no more files and connections for 10 s, and loses those to PostgreSQL meanwhile",
  boundSeconds: 240,
  async run(stage) {
    const world = await openWorld(stage, { channel: "messenger" });
    const [node] = world.nodes;
    const load = startTraffic(world, {});
    const supervisor = supervise(world);
    for (let time = 0; time < (stage.isShort ? 1 : 2) && !stage.isOver(); time++) {
      await sleep(2000);
      const pid = node?.pid();
      if (pid === undefined) continue;
      stage.note("open files", countFiles(pid));
      // Fewer than it keeps open besides its connections to PostgreSQL.
      const limit = limitFiles(pid, 24);
      await world.postgres.stop("fast");
      await world.postgres.start();
      await sleep(stage.isShort ? 4000 : 10_000);
      if (node?.pid() === pid) limit.restore();
      // Calls to the platform failed too: it is tried again every 15 s.
      await expectAnswers(world, { withinMs: 20_000, after: "files could be opened again" });
    }
    await load.stop();
    await supervisor.stop();
    await finishAndCheck(world);
    const faults = stage.notes["refused with 500"] ?? 0;
    if (faults > 0) stage.fail("misbehaved", `${faults} calls were answered with 500, not with 503`);
  },
};

/** Calls whose bodies are valid JSON, as large as they may be, and nothing else. */
async function sendTooMuch({ stage, anyNode }: World, page: FaultPage, endAt: number): Promise<void> {
  const { path, headers } = sendPosting(page, aCustomer(page, 800_000).psid, "too much");
  const body = JSON.stringify({ psid: Array.from({ length: 250_000 }, () => [1]) });
  while (performance.now() < endAt && !stage.isOver()) {
    const status = await post(anyNode().baseUrl, { path, headers, body });
    if (status !== undefined && status < 400) stage.fail("misbehaved", "a call that makes no sense was accepted");
    stage.count("large calls");
  }
}

/** A node that runs out of memory ends. That is a kill like any other: its successor goes on. */
export const smallHeap: Scenario = {
  name: "small-heap",
  does: "a node has a heap of 128 MiB, under more load than usual and calls of 1 MiB that it refuses",
  boundSeconds: 300,
  async run(stage) {
    const settings = { NODE_OPTIONS: "--max-old-space-size=128" };
    const world = await openWorld(stage, { channel: "messenger", pages: 8, settings });
    const load = startTraffic(world, { talkers: 20, recipients: 20, gapMs: 50 });
    const supervisor = supervise(world);
    const endAt = performance.now() + (stage.isShort ? 8000 : 20_000);
    await Promise.all(world.pages.map((page) => sendTooMuch(world, page, endAt)));
    await load.stop();
    await expectAnswers(world, { withinMs: 30_000, after: "the load" });
    await finishAndCheck(world);
    await supervisor.stop();
  },
};
