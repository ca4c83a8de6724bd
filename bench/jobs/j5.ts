import { type BurstFigure, burst } from "../load/burst.ts";
import { drive, type LoadFigure } from "../load/drive.ts";
import { sampleWhile, takeSamples } from "../load/samples.ts";
import { sendSource } from "../load/sends.ts";
import { webhookSource } from "../load/webhooks.ts";
import { answerAt } from "../prepare/page-file.ts";
import { tokensOf } from "../prepare/pages.ts";
import { openScene } from "../prepare/scene.ts";
import { withoutRateLimit } from "../server.ts";
import type { Bench } from "./pairs.ts";

/** The chats of other pages, in samples of equal length: while the burst is accepted and delivered, and without it. */
export type BurstResult = { chatPerSecond: number; idle: LoadFigure[]; busy: LoadFigure[]; burst: BurstFigure };

const chatPerSecond = 20;
const pages = 4;

/** J5: a burst of sends on one page while customers chat on others. Idle samples are taken before and after it. */
export async function runJ5({ place, plan }: Bench): Promise<BurstResult> {
  const { platform } = place;
  const scene = await openScene(place, { name: "j5", pages, stored: plan.burst, asked: [answerAt(0)] });
  const [burstPage, ...chatPages] = scene.customers.pages;
  const of = (pages: typeof chatPages) => ({ ...scene.customers, pages });
  const tokens = await tokensOf(scene.scratch.db, scene.customers.pages);
  const server = await scene.start({ settings: withoutRateLimit });
  const chat = { port: server.port, source: webhookSource(of(chatPages), "half") };
  const sends = { port: server.port, source: sendSource(of(burstPage ? [burstPage] : []), tokens) };
  await drive(platform, chat, { seconds: plan.warmUpSeconds, perSecond: chatPerSecond * 5 });
  await burst(platform, sends, Math.ceil(plan.burst / 100));
  await platform.untilQuiet();

  const sample = () => drive(platform, chat, { seconds: plan.sampleSeconds, perSecond: chatPerSecond });
  const idleBefore = await takeSamples(sample, plan.idleSamples);
  sends.source.prepare(plan.burst);
  const { samples: busy, result: figure } = await sampleWhile(sample, burst(platform, sends, plan.burst));
  await platform.untilQuiet();
  const idle = [...idleBefore, ...(await takeSamples(sample, plan.idleSamples))];
  await server.stop();
  await scene.scratch.drop();
  return { chatPerSecond, idle, busy, burst: figure };
}
