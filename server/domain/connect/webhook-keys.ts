import { createHmac, randomBytes } from "node:crypto";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { type ConnectedPage, findConnectedPages, listRevisionsOn, sumRevisionsOn } from "../../store/catalog/pages.ts";
import type { Db } from "../../store/db/db.ts";

/** The secrets and words of a channel's pages, in memory: strangers ask for them, and get no query for it. */
export type WebhookKeys = {
  /** The distinct secrets that webhooks of the channel are signed with: few apps serve many pages. */
  secretsOn(channel: ChannelType): Promise<readonly string[]>;
  /** True if a page of the channel has agreed on this word for its handshake. */
  isWordOn(channel: ChannelType, word: string): Promise<boolean>;
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
    isWordOn: async (type, word) => (await distinctOn(type)).words.has(digestOf(word)),
  };
}

/** As with pages in memory: compared with the database this often while in use, and before use when older than that. */
const confirmAfterMs = 2000;
const maxAgeMs = 5000;
const maxChanged = 1000;
const pagesAtOnce = 200;

type ChannelKeys = ReturnType<typeof channelKeys>;
type PageKeys = { revision: number; secret: string; word: string | null };

/** Two short texts for each page of the channel. */
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
    const marks = [...changed];
    await read(marks.map(([pageId]) => pageId));
    // One that has changed again meanwhile has another mark, and stays.
    for (const [pageId, mark] of marks) if (changed.get(pageId) === mark) changed.delete(pageId);
    if (age() > confirmAfterMs) await confirm();
  }

  /** The sum comes first: a change after it makes the next sum differ. */
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

  /** A few at a time: others are served between two statements. */
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
    if (before?.secret !== keys?.secret || before?.word !== keys?.word) delete state.distinct;
  }

  return {
    /** Shows every change that was reported before the call. */
    async distinct(): Promise<Distinct> {
      // A refresh under way may have begun before a change.
      if (isStale()) await state.refreshing?.catch(() => undefined);
      if (isStale()) await refresh();
      // Not waited for; should it fail, the next one is, when the age asks for it.
      if (age() > confirmAfterMs) refresh().catch(() => undefined);
      state.distinct ??= distinctOf([...pages.values()]);
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
type Distinct = { secrets: string[]; words: Set<string> };

function distinctOf(pages: PageKeys[]): Distinct {
  return {
    secrets: [...new Set(pages.map(({ secret }) => secret))],
    words: new Set(pages.flatMap(({ word }) => word ?? [])),
  };
}

/** Undefined where the page cannot have webhooks: it is on another channel, or not connected. */
function keysOf({ type, webhook, settings }: Channel, page: ConnectedPage): PageKeys | undefined {
  const parsed = settings.safeParse(page.channelSettings);
  if (!webhook || page.channel !== type || !parsed.success) return undefined;
  const word = webhook.handshake ? digestOf(webhook.handshake.verifyTokenOf(parsed.data)) : null;
  return { revision: page.revision, secret: webhook.secretOf(parsed.data), word };
}

/** Words are looked up by a digest under a key of this process: the time it takes tells nothing of them. */
const digestOf = (word: string) => createHmac("sha256", digestKey).update(word).digest("base64");
const digestKey = randomBytes(32);
