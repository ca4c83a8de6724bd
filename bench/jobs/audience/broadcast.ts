import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../../clock.ts";
import { drive, type LoadFigure } from "../../load/drive.ts";
import { sampleWhile, takeSamples } from "../../load/samples.ts";
import { webhookSource } from "../../load/webhooks.ts";
import type { Platform } from "../../platform/link.ts";
import { type AudiencePage, numberOf } from "../../prepare/audience.ts";
import { megabytesOf } from "../../usage.ts";
import { type Bench, wide } from "../pairs.ts";
import type { SoakResult } from "../soak.ts";
import { countGotten, type Hall, hasDueMail, openHall, progressOf, say } from "./hall.ts";

export type BroadcastFigure = {
  channel: "messenger" | "webchat";
  customers: number;
  /** From the call that sends it until the last message is delivered. */
  seconds: number;
  /** Messages a second of the durable floor, which sends two for each job, just before. */
  floors: number[];
  /** The server's memory meanwhile. */
  memory: SoakResult["samples"];
  chatPerSecond: number;
  /** Chats on other pages, without the broadcast and during it. */
  idle: LoadFigure[];
  busy: LoadFigure[];
  /** The same on the broadcast's page; none on web chat. */
  ownIdle: LoadFigure[];
  ownBusy: LoadFigure[];
  lost: number;
  duplicates: number;
};

const chatPerSecond = 20;
const ownPerSecond = 5;
const memoryEveryMs = 1000;
const lookEveryMs = 100;
const code = "b1";

/** Sends a broadcast to all customers of the page while customers chat on others, and on the page itself. */
export async function runBroadcast(
  { place, plan, floor }: Bench,
  hall: Hall,
  page: AudiencePage,
): Promise<BroadcastFigure> {
  const { platform } = place;
  const { server, api } = await openHall(place, hall);
  const chat = { port: server.port, source: webhookSource(hall.chat, "half") };
  const isWeb = page.prefix.startsWith("web_");
  const ownChat = isWeb ? undefined : { port: server.port, source: webhookSource(hall.ownChat, "none") };
  await drive(platform, chat, { seconds: plan.warmUpSeconds, perSecond: chatPerSecond * 5 });
  await platform.untilQuiet();
  const floors: number[] = [];
  for (let nth = 0; nth < plan.pairs; nth++)
    floors.push((await floor.measure({ seconds: plan.floorSeconds, jobsUnderWay: wide })).jobsPerSecond * 2);
  const own: LoadFigure[] = [];
  const sample = async () => {
    const seconds = plan.sampleSeconds;
    const [ofOthers, ofPage] = await Promise.all([
      drive(platform, chat, { seconds, perSecond: chatPerSecond }),
      ownChat && drive(withoutNews(platform), ownChat, { seconds, perSecond: ownPerSecond }),
    ]);
    if (ofPage) own.push(ofPage);
    return ofOthers;
  };
  const idle = await takeSamples(sample, plan.idleSamples * 2);

  const arrivals = listenFor(platform, page);
  const startedAt = nowMs();
  const memory: BroadcastFigure["memory"] = [];
  const timer = setInterval(() => {
    memory.push({ second: Math.round((nowMs() - startedAt) / 1000), megabytes: megabytesOf(server.pid) });
  }, memoryEveryMs);
  const id = await send(api, page);
  const isDone = async () => {
    if ((await progressOf(hall, "broadcasts", id)).state !== "done" || (await hasDueMail(hall, page.id))) return false;
    return isWeb || arrivals.count() >= page.customers;
  };
  const untilDone = async () => {
    while (!(await isDone())) await sleep(lookEveryMs);
    return (nowMs() - startedAt) / 1000;
  };
  const { samples: busy, result: seconds } = await sampleWhile(sample, untilDone()).finally(() => clearInterval(timer));
  arrivals.stop();
  const { customers: gotten, twice } = await countGotten(hall, page.id, code);
  await server.stop();
  return {
    channel: isWeb ? "webchat" : "messenger",
    customers: page.customers,
    ...{ seconds, floors, memory, chatPerSecond, idle, busy },
    ...{ ownIdle: own.slice(0, idle.length), ownBusy: own.slice(idle.length, idle.length + busy.length) },
    lost: Math.max(0, page.customers - gotten),
    duplicates: twice + arrivals.duplicates(),
  };
}

async function send(api: Awaited<ReturnType<typeof openHall>>["api"], page: AudiencePage): Promise<number> {
  const params = { page_id: page.id };
  const variants = [{ type: "content" as const, content: say(`${code}: New in our shop today.`) }];
  const spec = { audience: { type: "all" as const }, variants };
  const { id } = await api("POST /pages/:page_id/broadcasts", { params, body: { name: "News", spec } });
  await api("POST /pages/:page_id/broadcasts/:broadcast_id/send", { params: { ...params, broadcast_id: id } });
  return id;
}

/** Those who chat on the broadcast's page get the broadcast, too. */
const withoutNews = (platform: Platform): Pick<Platform, "listen"> => ({
  listen: (listener) => platform.listen((delivery) => void (delivery[1] === code || listener(delivery))),
});

/** Counts the messages of the broadcast that arrive at the platform: a byte for each customer. */
function listenFor(platform: Platform, page: AudiencePage) {
  const gotten = new Uint8Array(page.customers);
  let [count, duplicates] = [0, 0];
  const stop = platform.listen(([to, said]) => {
    const number = said === code ? numberOf(page, to) : undefined;
    if (number === undefined) return;
    if (gotten[number] === 1) duplicates++;
    else count++;
    gotten[number] = 1;
  });
  return { stop, count: () => count, duplicates: () => duplicates };
}
