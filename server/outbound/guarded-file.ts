// Fetches a file whose address comes from an owner or a flow: from public addresses only, limited in time, size and
// redirects.

import { Client } from "undici";
import { allowList } from "./address.ts";
import { readUnpacked } from "./body.ts";
import { pinnedConnector } from "./connector.ts";
import type { Guard } from "./guarded-request.ts";
import { NoAnswer } from "./no-answer.ts";
import { isRedirect, type Redirect, redirected } from "./redirect.ts";
import { findTarget } from "./target.ts";

const maxRedirects = 3;

/** `url` is the address after redirects. Only with status 200 are there bytes. `robotsTags`: lines of `x-robots-tag`. */
export type FetchedFile = { status: number; url: string; contentType: string; robotsTags: string[]; bytes: Buffer };

export type FileGuard = Guard & {
  maxBytes: number;
  /** False for addresses that a redirect must not lead to. */
  mayFollow?: (address: URL) => boolean;
};

/** The bytes of the file. Throws NoAnswer. */
export async function guardedFile(url: string, guard: FileGuard): Promise<Buffer> {
  const { status, bytes } = await fetchGuarded(url, guard);
  if (status !== 200) throw new NoAnswer("status");
  return bytes;
}

/** The file, or the status of its refusal. Throws NoAnswer. */
export async function fetchGuarded(url: string, guard: FileGuard): Promise<FetchedFile> {
  const { allow, timeoutMs = 30_000, maxBytes, resolve, dial, mayFollow = () => true } = guard;
  const signal = AbortSignal.timeout(timeoutMs);
  const limits = {
    ...{ allow: allowList(allow), timeoutMs, maxBytes, signal },
    ...(resolve && { resolve }),
    ...(dial && { dial }),
  };
  let current = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await open(current, limits);
    if (!("location" in answer)) return { ...answer, url: current };
    current = redirected({ method: "GET", url: current, headers: [] }, answer).url;
    if (!mayFollow(new URL(current))) throw new NoAnswer("blocked_address");
  }
  throw new NoAnswer("status");
}

type Limits = Parameters<typeof findTarget>[1] & Parameters<typeof pinnedConnector>[1] & { maxBytes: number };

async function open(given: string, limits: Limits): Promise<Omit<FetchedFile, "url"> | Redirect> {
  const { url, addresses } = await findTarget(given, limits);
  // A new client each time: a connection that is reused would skip the check of its address.
  const client = new Client(url.origin, { connect: pinnedConnector(addresses, limits), allowH2: false });
  try {
    const { statusCode, headers, body } = await client.request({
      method: "GET",
      path: url.pathname + url.search,
      headers: { "user-agent": "Banter", "accept-encoding": "identity" },
      signal: limits.signal,
      reset: true,
    });
    const header = (name: string) => [headers[name] ?? ""].flat()[0] ?? "";
    if (isRedirect(statusCode) && header("location")) return { status: statusCode, location: header("location") };
    const robotsTags = [headers["x-robots-tag"] ?? []].flat();
    const found = { status: statusCode, contentType: header("content-type"), robotsTags };
    if (statusCode !== 200) return { ...found, bytes: Buffer.alloc(0) };
    return { ...found, bytes: await readUnpacked(body, header("content-encoding"), limits.maxBytes) };
  } catch (error) {
    throw error instanceof NoAnswer ? error : new NoAnswer("unreachable");
  } finally {
    await client.destroy();
  }
}
