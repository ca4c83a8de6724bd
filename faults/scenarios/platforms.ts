import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { openWorld, type World } from "../world/open.ts";
import type { Treatment } from "../world/platform.ts";

/** Longer than the 10 s that Banter waits for an answer of Messenger. */
const afterTimeoutMs = 11_000;

/**
 * For some time the platform mistreats the messages of every page but the first. The customers of the first page must
 * be answered all the time, those of the others afterwards.
 */
async function mistreat(stage: Stage, treatment: () => Treatment, seconds: number): Promise<void> {
  const world = await openWorld(stage, { channel: "messenger" });
  const [healthy] = world.pages;
  // Enough customers to use up every connection that a page can get.
  const load = startTraffic(world, { talkers: 30, gapMs: 2500 });
  await sleep(stage.isShort ? 1000 : 5000);
  world.platform.treat = ({ pageId }) => (pageId === healthy?.pageId ? {} : treatment());
  const endAt = performance.now() + (stage.isShort ? 4 : seconds) * 1000;
  while (performance.now() < endAt && !stage.isOver()) {
    await expectAnswers(onlyHealthy(world), { withinMs: 3000, after: "other pages' trouble began" });
    await sleep(500);
  }
  world.platform.treat = () => ({});
  await expectAnswers(world, { withinMs: 15_000, after: "the platform recovered" });
  await load.stop();
  await finishAndCheck(world, { withinSeconds: 130 });
}

const onlyHealthy = (world: World): World => ({ ...world, pages: world.pages.slice(0, 1) });

export const platformSlow: Scenario = {
  name: "platform-slow",
  does: "three of four pages of a platform take 5 s a call; the fourth is answered as ever",
  boundSeconds: 240,
  run: (stage) => mistreat(stage, () => ({ delayMs: 5000 }), 15),
};

export const platformHangs: Scenario = {
  name: "platform-hangs",
  does: "calls of three of four pages are taken and never answered, or answered after the time-out",
  boundSeconds: 240,
  run: (stage) => mistreat(stage, () => (stage.random() < 0.5 ? { hang: true } : { delayMs: afterTimeoutMs }), 15),
};

export const lateEchoes: Scenario = {
  name: "late-echoes",
  does: "calls of three of four pages are answered after the time-out, and echoed after 20 or 60 s: none is repeated",
  boundSeconds: 300,
  async run(stage) {
    const echoesMs = stage.isShort ? [12_000, 15_000] : [20_000, 60_000];
    await mistreat(
      stage,
      () => ({ delayMs: afterTimeoutMs, echoAfterMs: echoesMs[Math.floor(stage.random() * 2)] ?? 0 }),
      15,
    );
    const repeats = stage.notes.repeats ?? 0;
    if (repeats > 0)
      stage.fail("needless_repeat", `${repeats} messages were sent again though their echo came in time`);
  },
};

export const platformRefuses: Scenario = {
  name: "platform-refuses",
  does: "calls of three of four pages are answered with 500 or 429, or reset before or after they were taken",
  boundSeconds: 240,
  run: (stage) =>
    mistreat(
      stage,
      () => {
        const kinds: Treatment[] = [
          { status: 500 },
          { status: 429, headers: { "retry-after": "2" } },
          { reset: true },
          { status: 503, reset: true },
        ];
        return kinds[Math.floor(stage.random() * kinds.length)] ?? {};
      },
      8,
    ),
};

export const platformThrottles: Scenario = {
  name: "platform-throttles",
  does: "the platform throttles three of four pages for 3 s and says how long to wait",
  boundSeconds: 240,
  run: (stage) => {
    const error = {
      message: "(#613) Calls to this api have exceeded the rate limit.",
      type: "OAuthException",
      code: 613,
    };
    return mistreat(stage, () => ({ status: 429, headers: { "retry-after": "2" }, body: { error } }), 3);
  },
};

export const platformAway: Scenario = {
  name: "platform-away",
  does: "the platform takes no connections for a while",
  boundSeconds: 240,
  async run(stage) {
    const world = await openWorld(stage, { channel: "messenger" });
    const load = startTraffic(world, { gapMs: 400 });
    await sleep(1000);
    await world.platform.close();
    await sleep(stage.isShort ? 3000 : 10_000);
    await world.platform.open();
    await expectAnswers(world, { withinMs: 15_000, after: "the platform came back" });
    await load.stop();
    await finishAndCheck(world, { withinSeconds: 130 });
  },
};
