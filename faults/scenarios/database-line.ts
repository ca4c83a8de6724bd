import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic, type Traffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { type Line, openLine } from "../world/line.ts";
import { openWorld, type World } from "../world/open.ts";
import { supervise } from "../world/supervise.ts";

type Lines = { lines: Line[]; world: World };

/** Two nodes, each with a line of its own to PostgreSQL. */
async function disturb(stage: Stage, traffic: Traffic, fault: (parts: Lines) => Promise<void>): Promise<void> {
  const lines: Line[] = [];
  const world = await openWorld(stage, {
    ...{ channel: "messenger", nodes: 2 },
    async settingsOf(_number, { url }) {
      const line = await openLine(stage.t, url);
      lines.push(line);
      return { DATABASE_URL: line.url };
    },
  });
  const load = startTraffic(world, traffic);
  const supervisor = supervise(world);
  await fault({ lines, world });
  await load.stop();
  await supervisor.stop();
  await finishAndCheck(world);
}

export const lostConnections: Scenario = {
  name: "lost-connections",
  does: "connections of one of two nodes to PostgreSQL go silent without an end; then its whole line does, for 12 s",
  boundSeconds: 400,
  run: (stage) =>
    disturb(stage, {}, async ({ lines, world }) => {
      for (let time = 0; time < (stage.isShort ? 2 : 4) && !stage.isOver(); time++) {
        await sleep(1000 + stage.random() * 1000);
        const line = lines[Math.floor(time / 2) % lines.length];
        if (time % 2 === 0) line?.loseConnections();
        else {
          line?.silence();
          await sleep(12_000);
          line?.heal();
        }
        await expectAnswers(world, { withinMs: 15_000, after: "connections were lost" });
      }
    }),
};

export const badLine: Scenario = {
  name: "bad-line",
  does: "PostgreSQL is 200 ± 100 ms away at 256 kbit/s, and 1 % of all calls to it end in a reset",
  boundSeconds: 300,
  run: (stage) =>
    disturb(stage, { talkers: 1, waiters: 1, recipients: 1, gapMs: 4000 }, async ({ lines, world }) => {
      await sleep(1000);
      for (const line of lines)
        line.have({
          delayMs: () => 100 + stage.random() * 200,
          resets: () => stage.random() < 0.01,
          bytesPerSecond: 32_000,
        });
      await sleep(stage.isShort ? 10_000 : 30_000);
      for (const line of lines) line.have({});
      await expectAnswers(world, { withinMs: 15_000, after: "the line was good again" });
    }),
};
