import { setTimeout as sleep } from "node:timers/promises";
import { applyPageFile } from "../../server/domain/page-file/apply.ts";
import { aKeyword, aPageFile } from "../../server/test/builders.ts";
import { finishAndCheck } from "../check/finish-and-check.ts";
import type { Call } from "../check/history.ts";
import { aCustomer, type Customer, nextTime, offer } from "../load/offer.ts";
import type { Scenario } from "../scenario.ts";
import { openWorld, type World } from "../world/open.ts";
import { textsWebhook } from "../world/webhooks.ts";

const dozeSeconds = 20;
export const raceSeconds = 6;
/** How far from the end of the wait a reply comes, before or after it. */
const raceMs = 400;
/** Customers of a wave who write at the same time. */
const lanes = 32;

/** Each wave sets a thousand timers and a hundred races, while the nodes are killed. */
export const timers: Scenario = {
  name: "timers",
  does: "5,000 waits, and 500 replies at the moment at which their question ends, on two nodes that are killed (-9)",
  boundSeconds: 420,
  async run(stage) {
    const world = await openWorld(stage, { channel: "post", nodes: 2 });
    await addWaits(world);
    let isSet = false;
    const killing = killInTurn(world, () => isSet);
    const size = stage.isShort ? 300 : 1000;
    const running: Promise<void>[] = [];
    for (let wave = 0; wave < stage.times(1, 5) && !stage.isEnough(); wave++) {
      await setTimers(world, wave, size);
      running.push(...startRaces(world, wave, size / 10));
    }
    await Promise.all(running);
    isSet = true;
    await killing;
    await finishAndCheck(world);
  },
};

/** Until all timers have been set and for as long as the last ones wait. */
async function killInTurn({ stage, nodes }: World, isSet: () => boolean): Promise<void> {
  let endAt = Number.POSITIVE_INFINITY;
  for (let kill = 0; performance.now() < endAt && !stage.isOver(); kill++) {
    if (isSet()) endAt = Math.min(endAt, performance.now() + dozeSeconds * 1000);
    await sleep(1000 + stage.random() * 2000);
    const node = nodes[kill % nodes.length];
    await node?.kill();
    stage.count("kills");
    await node?.start();
  }
}

const customerOf = ({ pages }: World, wave: number, number: number): Customer => {
  const page = pages[number % pages.length];
  if (!page) throw new Error("The world has no page.");
  return aCustomer(page, wave * 10_000 + number);
};

export function startRaces(world: World, wave: number, count: number): Promise<void>[] {
  return Array.from({ length: count }, (_, number) => race(world, customerOf(world, wave, 5000 + number)));
}

async function setTimers(world: World, wave: number, size: number): Promise<void> {
  const setOwn = async (_: unknown, lane: number) => {
    for (let number = lane; number < size && !world.stage.isOver(); number += lanes)
      await say(world, customerOf(world, wave, number), {
        text: "doze",
        answers: [{ text: "1/doze" }, { text: "2/doze", afterSeconds: dozeSeconds }],
      });
  };
  await Promise.all(Array.from({ length: lanes }, setOwn));
}

/** The customer replies at about the moment at which the question ends. */
async function race(world: World, customer: Customer): Promise<void> {
  const { stage } = world;
  const ends = { reply: "reply", answered: "answered", late: "late", afterSeconds: raceSeconds };
  await sleep(stage.random() * 2000);
  const startedAt = performance.now();
  await say(world, customer, { text: "race", answers: [{ text: "1/race" }], race: ends });
  const replyAt = startedAt + raceSeconds * 1000 + (stage.random() * 2 - 1) * raceMs;
  await sleep(Math.max(0, replyAt - performance.now()));
  await say(world, customer, { text: "reply", answers: [] });
  stage.count("races");
}

async function say(world: World, customer: Customer, call: Omit<Call, "call" | "psid">): Promise<void> {
  const { page, psid } = customer;
  const posting = textsWebhook(page, [{ psid, text: call.text, time: nextTime(customer) }], { isOrdered: false });
  await offer(world, { call: "webhook", psid, ...call }, posting);
}

export async function addWaits({ db, pages }: World): Promise<void> {
  for (const { pageId } of pages) await applyPageFile({ db }, pageId, waitsFile, { prune: false });
}

const textOf = (text: string) => ({ content: { messages: [{ type: "text", text }] } });
const sayStep = (text: string, next: string | null) => ({ type: "message", ...textOf(text), next });

const waitsFile = aPageFile({
  flows: [
    {
      name: "Doze",
      published: true,
      document: {
        version: 1,
        start: "first",
        steps: {
          first: sayStep("1/doze", "pause"),
          pause: { type: "delay", seconds: dozeSeconds, next: "second" },
          second: sayStep("2/doze", null),
        },
      },
    },
    {
      name: "Race",
      published: true,
      document: {
        version: 1,
        start: "question",
        steps: {
          question: {
            type: "ask",
            ...textOf("1/race"),
            accept: "text",
            no_reply_seconds: raceSeconds,
            next: { answered: "answered", no_reply: "late" },
          },
          // The timer of the first question must not end this one.
          answered: {
            type: "ask",
            ...textOf("answered"),
            accept: "text",
            no_reply_seconds: 86_400,
            next: { no_reply: "late" },
          },
          late: sayStep("late", null),
        },
      },
    },
  ],
  keywords: [aKeyword("doze", "Doze"), aKeyword("race", "Race")],
});
