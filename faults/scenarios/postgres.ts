import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { hasStrace } from "../world/failing-syncs.ts";
import { openWorld, type World } from "../world/open.ts";

/** Disturbs PostgreSQL under load; when it runs again, the pages must answer within 5 s. */
async function mistreat(
  stage: Stage,
  times: number,
  fault: (world: World) => Promise<void>,
  { after, nodes = 1 }: { after: string; nodes?: number },
): Promise<void> {
  const world = await openWorld(stage, { channel: "messenger", nodes });
  const load = startTraffic(world, {});
  for (let time = 0; time < times && !stage.isEnough(); time++) {
    await sleep(1000 + stage.random() * 1000);
    await fault(world);
    await expectAnswers(world, { withinMs: 5000, after });
  }
  for (const node of world.nodes) if (!node.isRunning()) stage.fail("misbehaved", `a node ended after ${after}`);
  await load.stop();
  await finishAndCheck(world);
}

export const postgresRestart: Scenario = {
  name: "postgres-restart",
  does: "PostgreSQL is restarted under load, in order (fast) and not (immediate)",
  boundSeconds: 240,
  run: (stage) =>
    mistreat(
      stage,
      stage.times(1, 4),
      async ({ postgres }) => {
        const mode = stage.random() < 0.5 ? "fast" : "immediate";
        if (mode === "immediate") stage.count("crashes");
        await postgres.stop(mode);
        await postgres.start();
      },
      { after: "a restart of PostgreSQL" },
    ),
};

export const postgresKill: Scenario = {
  name: "postgres-kill",
  does: "PostgreSQL's postmaster is killed (-9) under load on two nodes, and started again",
  boundSeconds: 240,
  run: (stage) =>
    mistreat(
      stage,
      stage.times(1, 4),
      async ({ postgres }) => {
        stage.count("crashes");
        await postgres.kill();
        await postgres.start();
      },
      { after: "a crash of PostgreSQL", nodes: 2 },
    ),
};

export const postgresFreeze: Scenario = {
  name: "postgres-freeze",
  does: "all processes of PostgreSQL are stopped (SIGSTOP) for 12 s, which is longer than a lease",
  boundSeconds: 240,
  run: (stage) =>
    mistreat(
      stage,
      stage.isShort ? 1 : 2,
      async ({ postgres }) => {
        postgres.freeze();
        await sleep(12_000);
        postgres.thaw();
      },
      { after: "a freeze of PostgreSQL" },
    ),
};

export const postgresSyncs: Scenario = {
  name: "postgres-syncs",
  does: "PostgreSQL's disk fails to sync (EIO) under load: it panics, recovers, and has everything that was accepted",
  boundSeconds: 240,
  async run(stage) {
    if (!hasStrace) return skip(stage, "strace is not installed");
    await mistreat(
      stage,
      stage.isShort ? 1 : 3,
      async ({ postgres }) => {
        const isDone = await postgres.failSyncs();
        await postgres.start();
        if (!isDone) skip(stage, "strace may not attach to PostgreSQL here");
      },
      { after: "a failed sync" },
    );
  },
};

/** For the table of results: nothing was tried. */
function skip(stage: Stage, why: string): void {
  stage.note(`not tried, because ${why}`, 1);
}

export const postgresAway: Scenario = {
  name: "postgres-away",
  does: "PostgreSQL is stopped for a minute: calls are refused, nothing is accepted, and all goes on when it is back",
  boundSeconds: 300,
  run: (stage) =>
    mistreat(
      stage,
      1,
      async ({ postgres, nodes }) => {
        await postgres.stop("fast");
        await sleep(1000);
        const accepted = () => stage.history.events.filter(({ type }) => type === "accepted").length;
        const before = accepted();
        await sleep(stage.isShort ? 10_000 : 60_000);
        if (accepted() > before) stage.fail("misbehaved", "a call was accepted while there was no database");
        if (nodes.some((node) => !node.isRunning())) stage.fail("misbehaved", "a node ended without its database");
        await postgres.start();
      },
      { after: "a minute without PostgreSQL" },
    ),
};
