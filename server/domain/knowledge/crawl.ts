import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import {
  forbidsAll,
  isAllowed,
  isSameSite,
  noRobots,
  type Robots,
  readRobots,
  readRobotsTags,
} from "@banter/core/knowledge/robots.ts";
import { maxSitePages, type SourceError } from "@banter/core/knowledge/source.ts";
import { type FetchedFile, fetchGuarded } from "../../outbound/guarded-file.ts";
import type { SourceDocument } from "./passages.ts";
import { Unreadable } from "./read/document.ts";
import type { Reader } from "./read/reader.ts";
import { maxSitemaps, readSitemap } from "./sitemap.ts";

/** A site cannot be read. The reason is for the owner. */
export class Unreached extends Error {
  readonly reason: SourceError;

  constructor(reason: SourceError) {
    super(reason);
    this.name = "Unreached";
    this.reason = reason;
  }
}

export type Crawl = {
  reader: Reader;
  /** Private hosts that may be called. */
  allow: readonly string[];
  /** Called after each page, with their number. False ends the crawl. */
  goesOn: (pages: number) => Promise<boolean>;
  signal: AbortSignal;
  pauseMs?: number;
};

const agent = "Banter";
const maxPageBytes = 2 * 1024 * 1024;
const maxSiteBytes = 40 * 1024 * 1024;
/** As long as the address of a source may be. */
const maxAddress = 2000;
const usualPauseMs = 1000;
const maxPauseMs = 10_000;

/**
 * Reads the pages of one site, from its first page along its links and sitemaps, and no faster than the site allows. The
 * first address may lead to another one of the same site, which is then read. Undefined if it was ended. Throws Unreached
 * if the first page cannot be read; others are left out.
 */
export async function crawlSite(start: string, crawl: Crawl): Promise<SourceDocument[] | undefined> {
  if (crawl.signal.aborted || !(await crawl.goesOn(0))) return undefined;
  const { first, robots } = await openSite(start, crawl);
  const { origin } = new URL(first.url);
  const pauseMs = Math.min(Math.max(crawl.pauseMs ?? usualPauseMs, robots.delaySeconds * 1000), maxPauseMs);
  const pause = () => sleep(pauseMs, undefined, { signal: crawl.signal }).catch(() => undefined);
  const known = new Set([first.url]);
  const read = new Set<string>();
  const documents: SourceDocument[] = [];
  let bytes = 0;
  for (const address of known) {
    if (documents.length >= maxSitePages || bytes > maxSiteBytes) break;
    // Other work goes on between two addresses: a site may make many rules.
    await nextTurn();
    if (read.has(address) || !isAllowed(robots, new URL(address))) continue;
    const isFirst = address === first.url;
    if (!isFirst) await pause();
    if (crawl.signal.aborted || !(await crawl.goesOn(documents.length))) return undefined;
    const page = isFirst ? first : await readPage(address, crawl, within(origin)).catch(() => undefined);
    // Several addresses may lead to one page.
    if (!page || read.has(page.url)) continue;
    read.add(page.url);
    bytes += page.size;
    if (page.mayKeep) documents.push({ url: page.url, passages: page.passages });
    const links = page.mayFollow ? linksOf(page, origin) : [];
    if (isFirst) links.push(...(await findSitemapPages(robots, origin, { crawl, pause })));
    for (const link of links) if (known.size < maxKnown) known.add(link);
  }
  return documents;
}

/** Links beyond these would not be read anyway. */
const maxKnown = maxSitePages * 10;

/** The first page, and the rules of the site that it stands on. */
async function openSite(start: string, crawl: Crawl): Promise<{ first: Page; robots: Robots }> {
  const address = new URL(start);
  const robots = await findRobots(address.origin, crawl);
  if (!isAllowed(robots, address)) throw new Unreached("forbidden_by_site");
  const first = await readPage(plainAddress(start), crawl, (target) => isSameSite(address, target));
  const { origin } = new URL(first.url);
  if (origin === address.origin) return { first, robots };
  const itsRobots = await findRobots(origin, crawl);
  if (!isAllowed(itsRobots, new URL(first.url))) throw new Unreached("forbidden_by_site");
  return { first, robots: itsRobots };
}

/** Pages of the site that its sitemaps list. A sitemap that cannot be read lists none. */
async function findSitemapPages(
  { sitemaps }: Robots,
  origin: string,
  { crawl, pause }: { crawl: Crawl; pause: () => Promise<unknown> },
): Promise<string[]> {
  const known = new Set(linksOf({ links: sitemaps, url: origin }, origin, /(?!)/));
  const pages: string[] = [];
  let count = 0;
  for (const address of known) {
    if (++count > maxSitemaps) break;
    await pause();
    if (crawl.signal.aborted || !(await crawl.goesOn(1))) break;
    const found = await get(address, crawl, within(origin)).catch(() => undefined);
    if (found?.status !== 200) continue;
    const listed = readSitemap(found.bytes.toString("utf8"));
    for (const link of linksOf({ links: listed.sitemaps, url: found.url }, origin, /(?!)/)) known.add(link);
    pages.push(...linksOf({ links: listed.pages.slice(0, maxKnown), url: found.url }, origin));
  }
  return pages;
}

async function findRobots(origin: string, crawl: Crawl): Promise<Robots> {
  const found = await get(`${origin}/robots.txt`, crawl).catch((error: unknown) => {
    // A site that nobody answers for is reported as such by its first page.
    if (error instanceof Unreached && error.reason !== "status") return undefined;
    throw error;
  });
  if (!found || (found.status >= 400 && found.status < 500)) return noRobots;
  return found.status === 200 ? readRobots(found.bytes.toString("utf8"), agent) : forbidsAll;
}

type MayFollow = (target: URL) => boolean;
const within =
  (origin: string): MayFollow =>
  (target) =>
    target.origin === origin;

type Page = Awaited<ReturnType<typeof readPage>>;

async function readPage(address: string, crawl: Crawl, mayFollow: MayFollow) {
  const found = await get(address, crawl, mayFollow);
  if (found.status !== 200) throw new Unreached("status");
  const [type = "", ...parameters] = found.contentType.toLowerCase().split(";");
  if (!/^\s*(text\/html|application\/xhtml\+xml)\s*$/.test(type)) throw new Unreached("no_text");
  const charset = /charset="?([\w-]+)/.exec(parameters.join(";"))?.[1] ?? metaCharset(found.bytes);
  try {
    const file = { type: "html", bytes: found.bytes, ...(charset && { charset }) } as const;
    const document = await crawl.reader.read(file);
    const rights = readRobotsTags(found.robotsTags, agent);
    return {
      ...document,
      mayKeep: document.mayKeep && rights.mayKeep,
      mayFollow: document.mayFollow && rights.mayFollow,
      url: plainAddress(found.url),
      size: found.bytes.length,
    };
  } catch (error) {
    throw error instanceof Unreadable ? new Unreached("no_text") : error;
  }
}

/** A redirect that leads out of the site is not followed. */
async function get(address: string, { allow }: Crawl, mayFollow: MayFollow = () => true): Promise<FetchedFile> {
  let isLedAway = false;
  const stays: MayFollow = (target) => {
    isLedAway = !mayFollow(target);
    return !isLedAway;
  };
  try {
    return await fetchGuarded(address, { allow, maxBytes: maxPageBytes, mayFollow: stays });
  } catch (error) {
    const reason = error instanceof Error && "reason" in error ? error.reason : undefined;
    if (isLedAway) throw new Unreached("redirected");
    throw new Unreached(reason === "blocked_address" ? "blocked_address" : "unreachable");
  }
}

/** The page itself may name its charset. */
const metaCharset = (bytes: Buffer) => /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.toString("latin1", 0, 2048))?.[1];

/** The addresses within the site, without files that are `other` than wanted. */
function linksOf({ links, url }: { links: string[]; url: string }, origin: string, other = otherFiles): string[] {
  return links.flatMap((link) => {
    const target = URL.parse(link, url);
    const isPage = target?.origin === origin && !target.username && !other.test(target.pathname);
    return isPage && target.href.length <= maxAddress ? plainAddress(target.href) : [];
  });
}

/** Endings of addresses that are no pages. */
const otherFiles =
  /\.(png|jpe?g|gif|webp|svg|ico|css|js|mjs|json|xml|zip|gz|mp[34]|webm|woff2?|ttf|pdf|docx?|xlsx?|pptx?)$/i;

/** Without its fragment, which is a place within the page. */
function plainAddress(address: string): string {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}
