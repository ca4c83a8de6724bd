// Fetches a file whose address comes from a flow: from public addresses only, limited in time, size and redirects.

import { Client } from "undici";
import { allowList } from "./address.ts";
import { readBytes } from "./body.ts";
import { pinnedConnector } from "./connector.ts";
import type { Guard } from "./guarded-request.ts";
import { NoAnswer } from "./no-answer.ts";
import { isRedirect, redirected } from "./redirect.ts";
import { findTarget } from "./target.ts";

const maxRedirects = 3;

/** The bytes of the file. Throws NoAnswer. */
export async function guardedFile(url: string, guard: Guard & { maxBytes: number }): Promise<Buffer> {
  const { allow, timeoutMs = 30_000, maxBytes, resolve, dial } = guard;
  const signal = AbortSignal.timeout(timeoutMs);
  const limits = {
    ...{ allow: allowList(allow), timeoutMs, maxBytes, signal },
    ...(resolve && { resolve }),
    ...(dial && { dial }),
  };
  let current = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await open(current, limits);
    if (Buffer.isBuffer(answer)) return answer;
    current = redirected({ method: "GET", url: current, headers: [] }, answer).url;
  }
  throw new NoAnswer("status");
}

type Limits = Parameters<typeof findTarget>[1] & Parameters<typeof pinnedConnector>[1] & { maxBytes: number };

async function open(given: string, limits: Limits): Promise<Buffer | { status: number; location: string }> {
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
    const location = [headers.location].flat()[0];
    if (isRedirect(statusCode) && location) return { status: statusCode, location };
    if (statusCode !== 200) throw new NoAnswer("status");
    return await readBytes(body, limits.maxBytes);
  } catch (error) {
    throw error instanceof NoAnswer ? error : new NoAnswer("unreachable");
  } finally {
    await client.destroy();
  }
}
