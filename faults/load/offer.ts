import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Call } from "../check/history.ts";
import type { World } from "../world/open.ts";
import { type FaultPage, waitSeconds } from "../world/pages.ts";
import { type Posting, post, sendPosting, textsWebhook } from "../world/webhooks.ts";

/** The share of accepted webhooks that is sent a second time, as platforms do. */
const repeatShare = 0.1;

/** Offers a call to the servers until one of them accepts it, as a platform does. */
export async function offer(world: World, call: Call, posting: Posting): Promise<void> {
  const { history, random } = world.stage;
  history.offer(call);
  if (!(await postUntilAccepted(world, posting))) return;
  history.accept(call);
  if (call.call === "webhook" && random() < repeatShare) void post(world.anyNode().baseUrl, posting);
}

/** Too many requests, or a request that timed out while it was read, as happens in a node that was stopped. */
const asksToRepeat = new Set([408, 429]);

/** Resolves to false if no server has accepted it before the scenario is over. */
export async function postUntilAccepted(world: World, posting: Posting): Promise<boolean> {
  const { stage } = world;
  for (let waitMs = 50; !stage.isOver(); waitMs = Math.min(2 * waitMs, 400)) {
    const status = await post(world.anyNode().baseUrl, posting);
    if (status === 200) return true;
    if (status !== undefined && status < 500 && !asksToRepeat.has(status)) {
      stage.fail("misbehaved", `a valid call to ${posting.path} was refused with ${status}`);
      return false;
    }
    stage.count(status === undefined ? "unanswered" : "refused");
    if (status !== undefined) stage.count(`refused with ${status}`);
    await sleep(waitMs * (0.5 + stage.random()));
  }
  return false;
}

/** A customer of a page, who writes one text after the other. */
export type Customer = { page: FaultPage; psid: string; lastTime: number };

const psidPrefixes = { messenger: "", post: "tg_", webchat: "web_" };

export function aCustomer(page: FaultPage, number: number): Customer {
  const digits = String(24_000_000_000 + page.number * 1_000_000 + number);
  return { page, psid: `${psidPrefixes[page.channel]}${digits}`, lastTime: 0 };
}

/** The platform's times of a customer's texts always ascend. */
export function nextTime(customer: Customer): number {
  customer.lastTime = Math.max(Date.now(), customer.lastTime + 1);
  return customer.lastTime;
}

export async function write(world: World, customer: Customer, text: string, { isOrdered = false } = {}): Promise<void> {
  const { page, psid } = customer;
  const posting = textsWebhook(page, [{ psid, text, time: nextTime(customer) }], { isOrdered });
  await offer(world, { call: "webhook", psid, text, answers: answersTo(text) }, posting);
}

export async function send(world: World, { page, psid }: Customer, text: string): Promise<void> {
  await offer(world, { call: "send", psid, text, answers: [{ text }] }, sendPosting(page, psid, text));
}

/** The answers of the pages' flow to a text. */
export function answersTo(text: string): Answer[] {
  if (text === "hello") return [{ text: "2/" }];
  const isTimed = text.startsWith("wait");
  return [{ text: `1/${text}` }, { text: `2/${text}`, ...(isTimed && { afterSeconds: waitSeconds }) }];
}
