import { createHash } from "node:crypto";

export type CachedAnswer = { bytes: Buffer; etag: string };

/**
 * A cache of answers that change only with the page's revision. The caller has just read the revision from the
 * database, so the cache never returns an older answer. It is limited in bytes: the least recently used answers are
 * dropped first.
 */
export function answerCache({ maxBytes }: { maxBytes: number }) {
  const cached = new Map<string, CachedAnswer & { revision: number }>();
  const running = new Map<string, Promise<CachedAnswer>>();
  let cachedBytes = 0;

  function drop(key: string): void {
    const answer = cached.get(key);
    if (!answer) return;
    cachedBytes -= sizeOf(key, answer);
    cached.delete(key);
  }

  function add(key: string, answer: CachedAnswer & { revision: number }): void {
    drop(key);
    if (sizeOf(key, answer) > maxBytes) return;
    cached.set(key, answer);
    cachedBytes += sizeOf(key, answer);
    for (const [oldest] of cached) {
      if (cachedBytes <= maxBytes) return;
      drop(oldest);
    }
  }

  async function renderAndAdd(key: string, revision: number, render: () => Promise<string>): Promise<CachedAnswer> {
    const bytes = Buffer.from(await render());
    const answer = { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`, revision };
    add(key, answer);
    return answer;
  }

  /** `render` makes the answer's text. Concurrent callers with the same key and revision share one call of it. */
  return async (key: string, revision: number, render: () => Promise<string>): Promise<CachedAnswer> => {
    const answer = cached.get(key);
    if (answer?.revision === revision) {
      cached.delete(key);
      cached.set(key, answer);
      return answer;
    }
    const runningKey = `${revision} ${key}`;
    const shared = running.get(runningKey);
    if (shared) return shared;
    const rendered = renderAndAdd(key, revision, render).finally(() => running.delete(runningKey));
    running.set(runningKey, rendered);
    return rendered;
  };
}

/** About the memory of an entry beside its bytes. */
const entryBytes = 500;

const sizeOf = (key: string, { bytes }: CachedAnswer) => bytes.length + 2 * key.length + entryBytes;

/** RFC 9110, 13.1.2: a list of entity tags or `*`, compared weakly. */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
