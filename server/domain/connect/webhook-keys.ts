import { createHmac, randomBytes } from "node:crypto";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { confirmAfterMs, maxAgeMs } from "../../store/catalog/page-memory.ts";
import { type ConnectedPage, findConnectedPages, listRevisionsOn, sumRevisionsOn } from "../../store/catalog/pages.ts";
import type { Db } from "../../store/db/db.ts";

/** The secrets and verify tokens of a channel's pages, in memory: requests of strangers must not cost a query. */
export type WebhookKeys = {
  /** The distinct secrets that the channel's webhooks are signed with. Pages of one app share a secret. */
  secretsOn(channel: ChannelType): Promise<readonly string[]>;
  /** True if this is the verify token of a page on the channel. */
  isVerifyToken(channel: ChannelType, token: string): Promise<boolean>;
  /** The pages of these accounts of the platform. */
  pagesOf(channel: ChannelType, accounts: string[]): Promise<string[]>;
};

export function webhookKeys({ db, channels, pages }: Pick<Deps, "db" | "channels" | "pages">): WebhookKeys {
  const known = new Map<ChannelType, ChannelKeys>();
  pages.onChanged((pageId) => {
    for (const keys of known.values()) keys.changed(pageId);
  });

  async function distinctOn(type: ChannelType): Promise<Distinct> {
    const channel = channels[type];
    if (!channel) return distinctOf([]);
    let keys = known.get(type);
    if (!keys) {
      keys = channelKeys(db, channel);
      known.set(type, keys);
    }
    return keys.distinct();
  }

  return {
    secretsOn: async (type) => (await distinctOn(type)).secrets,
    isVerifyToken: async (type, token) => (await distinctOn(type)).verifyTokens.has(digestOf(token)),
    async pagesOf(type, accounts) {
      if (accounts.length === 0) return [];
      const { pagesByAccount } = await distinctOn(type);
      return accounts.flatMap((account) => pagesByAccount.get(account) ?? []);
    },
  };
}

const maxChanged = 1000;
const pagesAtOnce = 200;

type ChannelKeys = ReturnType<typeof channelKeys>;
type PageKeys = { revision: number; secret: string; verifyToken: string | null; account: string | null };

/** The keys of one channel: two short texts for each of its pages. */
function channelKeys(db: Db, channel: Channel) {
  const pages = new Map<string, PageKeys>();
  const changed = new Map<string, symbol>();
  const state: State = { sum: "", confirmedAt: Number.NEGATIVE_INFINITY };

  const age = () => performance.now() - state.confirmedAt;
  const isStale = () => changed.size > 0 || age() > maxAgeMs;

  function refresh(): Promise<void> {
    state.refreshing ??= readAgain().finally(() => {
      delete state.refreshing;
    });
    return state.refreshing;
  }

  async function readAgain(): Promise<void> {
    const changes = [...changed];
    await read(changes.map(([pageId]) => pageId));
    // A page that has changed again during the read has another symbol, and stays.
    for (const [pageId, change] of changes) if (changed.get(pageId) === change) changed.delete(pageId);
    if (age() > confirmAfterMs) await confirm();
  }

  /** Reads the sum of revisions first: a later change makes the next sum differ. */
  async function confirm(): Promise<void> {
    const confirmedAt = performance.now();
    const sum = await sumRevisionsOn(db, channel.type);
    if (sum !== state.sum) {
      const listed = new Map((await listRevisionsOn(db, channel.type)).map(({ id, revision }) => [id, revision]));
      for (const pageId of pages.keys()) if (!listed.has(pageId)) keep(pageId, undefined);
      await read([...listed].flatMap(([id, revision]) => (pages.get(id)?.revision === revision ? [] : id)));
    }
    Object.assign(state, { sum, confirmedAt });
  }

  /** Reads a few pages at a time, so that other requests are served in between. */
  async function read(pageIds: string[]): Promise<void> {
    for (let start = 0; start < pageIds.length; start += pagesAtOnce) {
      const some = pageIds.slice(start, start + pagesAtOnce);
      const found = await findConnectedPages(db, some);
      for (const [index, pageId] of some.entries()) keep(pageId, found[index]);
    }
  }

  function keep(pageId: string, page: ConnectedPage | undefined): void {
    const [before, keys] = [pages.get(pageId), page && keysOf(channel, page)];
    if (page && before && page.revision < before.revision) return;
    if (keys) pages.set(pageId, keys);
    else pages.delete(pageId);
    if (
      before?.secret !== keys?.secret ||
      before?.verifyToken !== keys?.verifyToken ||
      before?.account !== keys?.account
    )
      delete state.distinct;
  }

  return {
    /** The result includes every change that was reported before the call. */
    async distinct(): Promise<Distinct> {
      // A running refresh may have started before the change.
      if (isStale()) await state.refreshing?.catch(() => undefined);
      if (isStale()) await refresh();
      // In the background. If it fails, a later call waits for a refresh once the keys are too old.
      if (age() > confirmAfterMs) refresh().catch(() => undefined);
      state.distinct ??= distinctOf([...pages]);
      return state.distinct;
    },
    changed(pageId: string | null): void {
      if (pageId !== null && changed.size < maxChanged) return void changed.set(pageId, Symbol());
      changed.clear();
      state.confirmedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

type State = { sum: string; confirmedAt: number; refreshing?: Promise<void>; distinct?: Distinct };
type Distinct = { secrets: string[]; verifyTokens: Set<string>; pagesByAccount: Map<string, string[]> };

function distinctOf(pages: [pageId: string, keys: PageKeys][]): Distinct {
  const pagesByAccount = new Map<string, string[]>();
  for (const [pageId, { account }] of pages)
    if (account !== null) pagesByAccount.set(account, [...(pagesByAccount.get(account) ?? []), pageId]);
  return {
    secrets: [...new Set(pages.map(([, { secret }]) => secret))],
    verifyTokens: new Set(pages.flatMap(([, { verifyToken }]) => verifyToken ?? [])),
    pagesByAccount,
  };
}

/** Undefined for a page without webhooks: it is on another channel, or not connected. */
function keysOf({ type, inbound, settings }: Channel, page: ConnectedPage): PageKeys | undefined {
  const parsed = settings.safeParse(page.channelSettings);
  if (!inbound || page.channel !== type || !parsed.success) return undefined;
  const { webhook } = inbound;
  const verifyToken = webhook.handshake ? digestOf(webhook.handshake.verifyTokenOf(parsed.data)) : null;
  const account = webhook.account?.idOf(parsed.data) ?? null;
  return { revision: page.revision, secret: webhook.secretOf(parsed.data), verifyToken, account };
}

/** Verify tokens are compared by a keyed digest, so that timing tells nothing about them. */
const digestOf = (token: string) => createHmac("sha256", digestKey).update(token).digest("base64");
const digestKey = randomBytes(32);
