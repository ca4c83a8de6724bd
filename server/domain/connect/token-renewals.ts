import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelType } from "@banter/core/channels/index.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import type { Channel, Renewal } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { SendError, sendFailures } from "../../outbound/send-error.ts";
import {
  type ConnectedPage,
  findPage,
  holdConnection,
  raiseRevision,
  setDisconnected,
  storeRenewedSettings,
} from "../../store/catalog/pages.ts";
import { adoptPages, claimRenewal, planRenewal, type RenewalPlan } from "../../store/catalog/token-renewals.ts";
import { addPageNotification } from "../../store/notifications/notifications.ts";

type RenewalDeps = Pick<Deps, "db" | "channels" | "log">;

const daySeconds = 86_400;
/** The shortest time between two renewals. Tokens of an hour exist. */
const minSeconds = 600;
/** Waits between retries while the platform cannot be reached. After these, and after a refusal, it retries daily. */
const retrySeconds = [600, 3600, 14_400];
/** Waits between attempts to store a renewed token. */
const storeWaitsMs = [250, 1000, 5000, 15_000, 30_000, 60_000, 120_000, 120_000];
const lookMs = 250;

/**
 * Renews every token that is due, one after the other. Several nodes may do so at the same time, because each claims
 * the pages it renews. `mayGoOn` is asked before each page.
 */
export async function renewTokens(deps: RenewalDeps, mayGoOn: () => boolean = () => true): Promise<void> {
  const { db, channels, log } = deps;
  await adoptPages(db, channelsWithRenewal(deps));
  while (mayGoOn()) {
    const claimed = await claimRenewal(db);
    if (!claimed) return;
    const page = await findPage(db, claimed.pageId);
    const channel = page && channels[page.channel];
    if (!channel) continue;
    try {
      await renewToken(deps, page, channel, { failures: claimed.failures, mayGoOn });
    } catch (error) {
      // The page is due again when the claim expires.
      log.error({ err: error, pageId: page.id }, "token not renewed");
    }
  }
}

/**
 * Plans the first renewal of a page that was just connected. The age of its token is unknown, so it is renewed as soon
 * as the platform allows; the answer then tells how long the new token lives.
 */
export async function planFirstRenewal(
  db: Deps["db"],
  pageId: string,
  { account }: Channel,
  settings: unknown,
): Promise<void> {
  const renewal = account?.renewal;
  if (renewal) await planRenewal(db, pageId, { afterSeconds: renewal.firstAfterSeconds(settings) });
}

async function renewToken(
  deps: RenewalDeps,
  page: ConnectedPage,
  { settings: schema, account }: Channel,
  { failures, mayGoOn }: { failures: number; mayGoOn: () => boolean },
): Promise<void> {
  const { db, log } = deps;
  const { id: pageId } = page;
  const renewal = account?.renewal;
  const settings = schema.safeParse(page.channelSettings);
  if (!renewal || !settings.success || renewal.firstAfterSeconds(settings.data) === null)
    return plan(db, page, { afterSeconds: null });
  try {
    const renewed = await renewal.run(settings.data);
    await untilStored(deps, page, mayGoOn, () => storeRenewed(db, page, renewal, renewed));
    log.info({ pageId }, "token renewed");
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    const { failure, message: reason, retryAfterSeconds = 0 } = error;
    log.warn({ pageId, reason }, "token not renewed");
    if (sendFailures[failure].stops === "page") return disconnect(db, page, reason);
    const seconds = sendFailures[failure].retry ? (retrySeconds[failures] ?? daySeconds) : daySeconds;
    await plan(db, page, { afterSeconds: Math.max(seconds, retryAfterSeconds), failures: failures + 1, reason });
    // The first retries cover a platform that cannot be reached for a while.
    if (failures >= retrySeconds.length || !sendFailures[failure].retry)
      await addPageNotification(db, pageId, "token_ending", reason);
  }
}

/**
 * Stores what the platform has answered, again and again while the database fails: a refresh token that can be used
 * once is spent, so the answer is the only way to the page. All of it takes less time than the claim lasts.
 */
async function untilStored(
  { log }: RenewalDeps,
  { id: pageId }: ConnectedPage,
  mayGoOn: () => boolean,
  store: () => Promise<void>,
): Promise<void> {
  for (const waitMs of storeWaitsMs) {
    try {
      return await store();
    } catch (error) {
      log.warn({ err: error, pageId }, "renewed token not stored yet");
      for (let leftMs = waitMs; leftMs > 0 && mayGoOn(); leftMs -= lookMs) await sleep(lookMs);
    }
  }
  await store();
}

/**
 * Stores the renewed fields only, so that settings the owner has changed since stay. A token that the owner has
 * replaced wins over the renewed one. The next renewal is due at half the token's life, which leaves the other half for
 * retries.
 */
async function storeRenewed(
  db: Deps["db"],
  { id, channelSettings, disconnectedReason }: ConnectedPage,
  { outlivesToken }: Pick<Renewal<unknown>, "outlivesToken">,
  { changes, goodForSeconds }: { changes: JsonObject; goodForSeconds: number },
): Promise<void> {
  await db.transact(async (db) => {
    if (!(await raiseRevision(db, id))) return;
    const [before, now] = [channelSettings, (await findPage(db, id))?.channelSettings].map(fieldsOf);
    if (!now || Object.keys(changes).some((name) => now[name] !== before?.[name])) return;
    await storeRenewedSettings(db, id, {
      settings: { ...now, ...changes },
      reconnects: disconnectedReason === null || outlivesToken,
    });
    await planRenewal(db, id, { afterSeconds: Math.max(goodForSeconds / 2, minSeconds) });
  });
}

/** The platform does not accept the token any more: the owner must connect the page again. */
async function disconnect(db: Deps["db"], { id, settingsVersion }: ConnectedPage, reason: string): Promise<void> {
  await db.transact(async (db) => {
    if (!(await setDisconnected(db, id, { settingsVersion, reason }))) return;
    await planRenewal(db, id, { afterSeconds: null });
    await addPageNotification(db, id, "disconnected", reason);
  });
}

/** Plans the next renewal, unless the page was connected again since: that has planned its own. */
async function plan(db: Deps["db"], { id, settingsVersion }: ConnectedPage, next: RenewalPlan): Promise<void> {
  await db.transact(async (db) => {
    if (await holdConnection(db, id, settingsVersion)) await planRenewal(db, id, next);
  });
}

const fieldsOf = (settings: unknown): JsonObject | undefined => (isObject(settings) ? settings : undefined);

function channelsWithRenewal({ channels }: Pick<Deps, "channels">): ChannelType[] {
  return Object.values(channels).flatMap(({ type, account }) => (account?.renewal ? [type] : []));
}
