import { type BurstFigure, burst } from "../load/burst.ts";
import { drive, type LoadFigure } from "../load/drive.ts";
import { sendSource } from "../load/sends.ts";
import { webhookSource } from "../load/webhooks.ts";
import { answerAt } from "../prepare/page-file.ts";
import { tokensOf } from "../prepare/pages.ts";
import { openScene } from "../prepare/scene.ts";
import { withoutRateLimit } from "../server.ts";
import type { Bench } from "./pairs.ts";

/** The chat of another page before the burst, and while the burst is accepted and delivered. */
export type BurstResult = { chatPerSecond: number; idle: LoadFigure; busy: LoadFigure; burst: BurstFigure };

const chatPerSecond = 20;

/** J5: a burst of sends on one page while customers chat on another. */
export async function runJ5({ place, plan }: Bench): Promise<BurstResult> {
  const { platform } = place;
  const options = { pages: 2, stored: 2 * plan.burst, asked: [answerAt(0)] };
  const scene = await openScene(place, { name: "j5", ...options });
  const [burstPage, ...chatPages] = scene.customers.pages;
  const of = (pages: typeof chatPages) => ({ ...scene.customers, pages });
  const tokens = await tokensOf(scene.scratch.db, scene.customers.pages);
  const server = await scene.start({ settings: withoutRateLimit });
  const chat = { port: server.port, source: webhookSource(of(chatPages), "half") };
  const sends = { port: server.port, source: sendSource(of(burstPage ? [burstPage] : []), tokens) };
  await drive(platform, chat, { seconds: plan.warmUpSeconds, perSecond: chatPerSecond * 5 });
  await burst(platform, sends, Math.ceil(plan.burst / 100));
  await platform.untilQuiet();

  const idle = await drive(platform, chat, { seconds: plan.paceSeconds, perSecond: chatPerSecond });
  sends.source.prepare(plan.burst);
  let isOver = false;
  const bursting = burst(platform, sends, plan.burst).finally(() => {
    isOver = true;
  });
  const busy = await drive(platform, chat, { seconds: 900, perSecond: chatPerSecond, isOver: () => isOver });
  const figure = await bursting;
  await server.stop();
  await scene.scratch.drop();
  return { chatPerSecond, idle, busy, burst: figure };
}
