import type { ChannelType } from "@banter/core/channels/index.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { SendError, sendFailures } from "../../outbound/send-error.ts";
import { type ConnectedPage, changePage, findPage, setDisconnected } from "../../store/catalog/pages.ts";
import {
  adoptPages,
  claimRenewal,
  holdConnection,
  planRenewal,
  type RenewalPlan,
  storeRenewedSettings,
} from "../../store/catalog/token-renewals.ts";

type RenewalDeps = Pick<Deps, "db" | "channels" | "log">;

const daySeconds = 86_400;
/** Before each further try where the platform could not be asked; after these daily, as after a refusal. */
const retrySeconds = [600, 3600, 14_400];

/**
 * Renews every token that is due, one after the other. Any number of nodes may do it at once: each page is one node's. No
 * page need be running for it. `mayGoOn` is asked before each.
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
      await renewToken(deps, page, channel, claimed.failures);
    } catch (error) {
      // It is due again when the claim is over.
      log.error({ err: error, pageId: page.id }, "token not renewed");
    }
  }
}

/**
 * The page was connected. How old its token is nobody knows, so the first renewal comes as soon as the platform grants
 * one; it tells how long the token lives.
 */
export async function planFirstRenewal(
  db: Deps["db"],
  pageId: string,
  { renewal }: Channel,
  settings: unknown,
): Promise<void> {
  if (renewal) await planRenewal(db, pageId, { afterSeconds: renewal.firstAfterSeconds(settings) });
}

async function renewToken(
  { db, log }: RenewalDeps,
  page: ConnectedPage,
  { settings: schema, renewal }: Channel,
  failures: number,
): Promise<void> {
  const { id: pageId } = page;
  const settings = schema.safeParse(page.channelSettings);
  if (!renewal || !settings.success || renewal.firstAfterSeconds(settings.data) === null)
    return plan(db, page, { afterSeconds: null });
  try {
    await keep(db, page, await renewal.run(settings.data));
    log.info({ pageId }, "token renewed");
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    const { failure, message: reason, retryAfterSeconds = 0 } = error;
    log.warn({ pageId, reason }, "token not renewed");
    if (sendFailures[failure].stops === "page") return cutOff(db, page, reason);
    const seconds = sendFailures[failure].retry ? (retrySeconds[failures] ?? daySeconds) : daySeconds;
    await plan(db, page, { afterSeconds: Math.max(seconds, retryAfterSeconds), failures: failures + 1, reason });
  }
}

/**
 * Stores what is new, and nothing else: what the owner has changed meanwhile stays, and a token of theirs takes the place
 * of the one that was renewed. The next renewal comes at half the term, which leaves the other half to try again.
 */
async function keep(
  db: Deps["db"],
  { id, channelSettings, disconnectedReason }: ConnectedPage,
  { changes, goodForSeconds }: { changes: JsonObject; goodForSeconds: number },
): Promise<void> {
  await db.transact(async (db) => {
    if (!(await changePage(db, id))) return;
    const [before, now] = [channelSettings, (await findPage(db, id))?.channelSettings].map(fieldsOf);
    if (!now || Object.keys(changes).some((name) => now[name] !== before?.[name])) return;
    await storeRenewedSettings(db, id, {
      settings: { ...now, ...changes },
      wasConnected: disconnectedReason === null,
    });
    await planRenewal(db, id, { afterSeconds: Math.max(goodForSeconds / 2, 3600) });
  });
}

/** The platform takes the token for nothing any more: only the owner can help. */
async function cutOff(db: Deps["db"], { id, connection }: ConnectedPage, reason: string): Promise<void> {
  await db.transact(async (db) => {
    if (await setDisconnected(db, id, { connection, reason })) await planRenewal(db, id, { afterSeconds: null });
  });
}

/** Not where the page was connected anew: what comes next is planned for that then. */
async function plan(db: Deps["db"], { id, connection }: ConnectedPage, next: RenewalPlan): Promise<void> {
  await db.transact(async (db) => {
    if (await holdConnection(db, id, connection)) await planRenewal(db, id, next);
  });
}

const fieldsOf = (settings: unknown): JsonObject | undefined => (isObject(settings) ? settings : undefined);

function channelsWithRenewal({ channels }: Pick<Deps, "channels">): ChannelType[] {
  return Object.values(channels).flatMap(({ type, renewal }) => (renewal ? [type] : []));
}
