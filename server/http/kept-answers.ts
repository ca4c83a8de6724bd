import { createHash } from "node:crypto";

export type KeptAnswer = { bytes: Buffer; etag: string };

/**
 * A cache of answers that change only with the page's revision. The caller has just read the revision from the database, so
 * the cache never returns an older answer. It is limited in bytes: the least recently used answers are dropped first.
 */
export function keptAnswers({ maxBytes }: { maxBytes: number }) {
  const kept = new Map<string, KeptAnswer & { revision: number }>();
  const making = new Map<string, Promise<KeptAnswer>>();
  let keptBytes = 0;

  function forget(key: string): void {
    const answer = kept.get(key);
    if (!answer) return;
    keptBytes -= sizeOf(key, answer);
    kept.delete(key);
  }

  function keep(key: string, answer: KeptAnswer & { revision: number }): void {
    forget(key);
    if (sizeOf(key, answer) > maxBytes) return;
    kept.set(key, answer);
    keptBytes += sizeOf(key, answer);
    for (const [oldest] of kept) {
      if (keptBytes <= maxBytes) return;
      forget(oldest);
    }
  }

  async function make(key: string, revision: number, write: () => Promise<string>): Promise<KeptAnswer> {
    const bytes = Buffer.from(await write());
    const answer = { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`, revision };
    keep(key, answer);
    return answer;
  }

  /** `write` renders the answer. Concurrent callers with the same key and revision share one call of it. */
  return async (key: string, revision: number, write: () => Promise<string>): Promise<KeptAnswer> => {
    const answer = kept.get(key);
    if (answer?.revision === revision) {
      kept.delete(key);
      kept.set(key, answer);
      return answer;
    }
    const makingKey = `${revision} ${key}`;
    const underWay = making.get(makingKey);
    if (underWay) return underWay;
    const made = make(key, revision, write).finally(() => making.delete(makingKey));
    making.set(makingKey, made);
    return made;
  };
}

/** About the memory of an entry beside its bytes. */
const entryBytes = 500;

const sizeOf = (key: string, { bytes }: KeptAnswer) => bytes.length + 2 * key.length + entryBytes;

/** RFC 9110, 13.1.2: a list of entity tags or `*`, compared weakly. */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
