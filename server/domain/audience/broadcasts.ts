import { type BroadcastSpec, type BroadcastVariant, hasRested, maxRestDays } from "@banter/core/audience/broadcast.ts";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { instantOf } from "@banter/core/flow/time.ts";
import type { Content } from "@banter/core/model/content/content.ts";
import { AppError, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import {
  type Broadcast,
  countBroadcasts,
  deleteBroadcast,
  findBroadcast,
  insertBroadcast,
  moveBroadcast,
  scheduleBroadcast,
  updateDraft,
} from "../../store/audience/broadcasts.ts";
import { listMessagesOfSends } from "../../store/audience/send-counts.ts";
import { changePage, findPage, type Page } from "../../store/catalog/pages.ts";
import type { Db } from "../../store/db/db.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { deleteBroadcastMail, nextConversationIds } from "../../store/runtime/mailbox.ts";
import { type Addressee, checkDraft, checkFlow, getAddressee } from "../sending/checks.ts";
import { notAssignedYet } from "../sending/sends.ts";
import { type Forecast, forecast } from "./forecast.ts";
import { eventOf, isForAnyTime } from "./run-broadcast.ts";
import { getSegment } from "./segments.ts";
import { tellBroadcast } from "./tell-broadcast.ts";

const maxBroadcasts = 1000;

export async function getBroadcast({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<Broadcast> {
  const broadcast = await findBroadcast(db, pageId, id);
  if (!broadcast) throw notFound("broadcast");
  return broadcast;
}

type Given = { name: string; spec: BroadcastSpec };

/** A draft. It is checked when it is sent, so that an unfinished one can be kept. */
export async function createBroadcast(
  deps: Pick<Deps, "db">,
  pageId: string,
  { name, spec, userId }: Given & { userId: string },
): Promise<Broadcast> {
  if ((await countBroadcasts(deps.db, pageId)) >= maxBroadcasts)
    throw new AppError("conflict", `A page has at most ${maxBroadcasts} broadcasts. Delete old ones.`);
  return insertBroadcast(deps.db, pageId, { name, spec, userId });
}

export async function changeBroadcast(
  deps: Deps,
  pageId: string,
  id: number,
  change: { [Key in keyof Given]?: Given[Key] | undefined },
): Promise<Broadcast> {
  const { name, spec } = await getBroadcast(deps, pageId, id);
  if (!(await updateDraft(deps.db, pageId, id, { name: change.name ?? name, spec: change.spec ?? spec })))
    throw new AppError("conflict", "Only a draft can be changed.");
  return getBroadcast(deps, pageId, id);
}

export async function removeBroadcast({ db }: Deps, { pageId, id }: Broadcast): Promise<void> {
  if (!(await deleteBroadcast(db, pageId, id)))
    throw new AppError("conflict", "The broadcast is under way: stop it first.");
  // Nothing tells any more that it was stopped.
  await deleteBroadcastMail(db, pageId, id);
}

/** The segment's condition as it is now; null for a list of psids. All customers are those of the page's channel. */
async function conditionOf(db: Db, page: Page, { audience }: BroadcastSpec): Promise<SegmentCondition | null> {
  switch (audience.type) {
    case "all":
      return { match: "all", rules: [{ type: "channel", channels: [page.channel] }] };
    case "segment":
      return (await getSegment(db, page.id, audience.segment_id)).condition;
    case "condition":
      return audience.condition;
    case "psids":
      return null;
  }
}

/** Counts those who would get it if it were sent now. Of several variants, the one that reaches fewest counts. */
export async function forecastBroadcast(
  deps: Pick<Deps, "db" | "channels">,
  pageId: string,
  spec: BroadcastSpec,
): Promise<Forecast> {
  const page = await pageOf(deps.db, pageId);
  const condition = await conditionOf(deps.db, page, spec);
  const anyTimes: boolean[] = [];
  for (const variant of spec.variants) anyTimes.push(await isForAnyTime(deps, pageId, variant));
  const needs = { isForAnyTime: anyTimes.every(Boolean), hasOutside: spec.outside !== null };
  const psids = spec.audience.type === "psids" ? { psids: spec.audience.psids } : {};
  return forecast(deps, { page, condition, needs, when: spec.when, ...psids });
}

type SendDeps = Pick<Deps, "db" | "channels" | "baseUrl">;

/** Sends a draft, at once or at its time. */
export async function sendBroadcast(deps: SendDeps, broadcast: Broadcast, userId: string): Promise<void> {
  const { pageId, id, spec } = broadcast;
  const page = await pageOf(deps.db, pageId);
  await checkSpec(deps, page, spec);
  const condition = await conditionOf(deps.db, page, spec);
  const sendIds = await nextConversationIds(deps.db, spec.variants.length);
  const dueAt = Math.max(databaseNow(), firstTime(spec, page));
  if (!(await scheduleBroadcast(deps.db, pageId, id, { dueAt, condition, sendIds, userId })))
    throw new AppError("conflict", "The broadcast was sent already.");
}

/** No zone is earlier than this one. */
const firstZone = "Pacific/Kiritimati";

function firstTime({ when }: BroadcastSpec, page: Page): number {
  if (when.type === "now") return 0;
  return instantOf(when.at, when.type === "at" ? page.timezone : firstZone);
}

async function checkSpec(deps: SendDeps, page: Page, spec: BroadcastSpec): Promise<void> {
  if (spec.test && spec.variants.length < 2)
    throw invalidFields([{ path: "/test", message: "needs at least two variants" }]);
  if (spec.outside && !spec.outside.messages.every(({ type }) => type === "whatsapp_message_template"))
    throw invalidFields([{ path: "/outside", message: "must be message templates" }]);
  const somebody = await nobodyOn(deps, page);
  for (const [index, variant] of spec.variants.entries())
    await checkVariant(deps, somebody, variant, `/variants/${index}/content`);
  if (spec.outside) {
    const messageTag = somebody.channel.templates?.tag ?? null;
    await checkDraft(deps, somebody, { content: spec.outside, messageTag, payload: {}, path: "/outside" });
  }
}

/** Content is checked as for a customer of whom nothing is known. */
async function nobodyOn({ channels }: SendDeps, page: Page): Promise<Addressee> {
  const channel = channels[page.channel];
  if (!channel) throw new AppError("customer_unreachable", "The page's channel is not connected.");
  return { page, channel, psid: "", recipient: undefined };
}

async function checkVariant(
  deps: SendDeps,
  addressee: Addressee,
  variant: BroadcastVariant,
  path: string,
): Promise<void> {
  if (variant.type === "flow") return checkFlow(deps, addressee, variant.flow_id);
  const content: Content = variant.content;
  await checkDraft(deps, addressee, { content, messageTag: variant.message_tag ?? null, payload: {}, path });
}

/** Sends a variant to one customer, mostly the owner's own chat. It counts for nothing, and no plan holds it back. */
export async function testBroadcast(
  deps: Deps,
  { pageId, spec }: Broadcast,
  { psid, variant: index }: { psid: string; variant: number },
): Promise<void> {
  const variant = spec.variants[index];
  if (!variant) throw invalidFields([{ path: "/variant", message: "must be one of the broadcast's" }]);
  const addressee = await getAddressee(deps, pageId, psid);
  await checkVariant(deps, addressee, variant, `/variants/${index}/content`);
  await deps.accept({ pageId, psid, event: { ...eventOf(variant), sendId: notAssignedYet } });
}

type MailDeps = Pick<Deps, "db" | "accept">;
type Move = "pause" | "resume" | "stop" | "edit";

const moves = {
  pause: { from: ["scheduled", "running"], to: "paused", refusal: "Only a broadcast that is under way can be paused." },
  resume: { from: ["paused", "failed"], to: "running", refusal: "Only a broadcast that was paused can go on." },
  stop: {
    from: ["scheduled", "running", "paused", "failed"],
    to: "stopped",
    refusal: "The broadcast has ended already.",
  },
  edit: { from: ["scheduled"], to: "draft", refusal: "The broadcast has begun already: it cannot be changed." },
} as const satisfies Record<Move, unknown>;

export async function moveOn(deps: MailDeps, broadcast: Broadcast, move: Move): Promise<void> {
  const { pageId, id, startedAt, dueAt } = broadcast;
  const { from, to, refusal } = moves[move];
  if (move === "resume" && startedAt && dueAt && hasRested(dueAt, databaseNow()))
    throw new AppError("conflict", `A broadcast that has rested for ${maxRestDays} days cannot go on. Send a new one.`);
  await deps.db.transact(async (db) => {
    // Its mail that waits is asked about with the page's set-up.
    if (move === "stop") await changePage(db, pageId);
    if (!(await moveBroadcast(db, pageId, id, { from: [...from], to }))) throw new AppError("conflict", refusal);
    if (move === "stop") await tellBroadcast(db, broadcast, "broadcast.finished", "stopped");
  });
  // Messages that wait for the platform are taken back; what is under way arrives.
  if (move === "stop") await mailMessages(deps, broadcast, "drop");
}

/** Sends all messages again that have failed. */
export async function retryFailed(deps: MailDeps, broadcast: Broadcast): Promise<void> {
  await mailMessages(deps, broadcast, "retry");
}

const messagesAtOnce = 1000;

async function mailMessages({ db, accept }: MailDeps, broadcast: Broadcast, type: "retry" | "drop"): Promise<void> {
  const { pageId, sendIds } = broadcast;
  const status = type === "retry" ? "failed" : "queued";
  for (let after = 0; ; ) {
    const messageIds = await listMessagesOfSends(db, pageId, sendIds, { status, after, limit: messagesAtOnce });
    if (messageIds.length > 0) await accept({ pageId, psid: "", event: { type, messageIds } });
    if (messageIds.length < messagesAtOnce) return;
    after = messageIds.at(-1) ?? 0;
  }
}

async function pageOf(db: Db, pageId: string): Promise<Page> {
  const page = await findPage(db, pageId);
  if (!page) throw notFound("page");
  return page;
}
