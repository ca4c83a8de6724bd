import { parentPort } from "node:worker_threads";
import type { Scored } from "@banter/core/knowledge/merge.ts";

/** A page's passages, in the same order in each list. */
export type PageVectors = { ids: number[]; sourceIds: number[]; vectors: Uint8Array[] };

export type Asked = {
  call: number;
  pageId: string;
  /** Vectors of another version are too old. */
  version: string;
  vector: Uint8Array;
  sources: number[];
  limit: number;
  vectors?: PageVectors;
};

/** `unknown`: the vectors of the page are needed. */
export type VectorAnswer = Scored[] | "unknown";

type Kept = {
  version: string;
  ids: number[];
  sourceIds: number[];
  vectors: Int8Array[];
  lengths: number[];
  bytes: number;
};

/** Room for eight pages with 20,000 vectors of 1,536 numbers, which take 30 MB each. */
const maxBytes = 256 * 1024 * 1024;
const kept = new Map<string, Kept>();

parentPort?.on("message", (asked: Asked) => parentPort?.postMessage({ call: asked.call, answer: answerTo(asked) }));

function answerTo({ pageId, version, vector, sources, limit, vectors }: Asked): VectorAnswer {
  if (vectors) keep(pageId, version, vectors);
  const page = kept.get(pageId);
  if (page?.version !== version) return "unknown";
  // The page that was asked last is dropped last.
  kept.delete(pageId);
  kept.set(pageId, page);
  return nearest(page, signed(vector), new Set(sources)).slice(0, limit);
}

/** Drops the oldest pages while there are too many vectors; the page itself stays, since it is asked now. */
function keep(pageId: string, version: string, { ids, sourceIds, vectors }: PageVectors): void {
  const all = vectors.map(signed);
  const bytes = all.reduce((sum, { byteLength }) => sum + byteLength, 0);
  kept.delete(pageId);
  kept.set(pageId, { version, ids, sourceIds, vectors: all, lengths: all.map(lengthOf), bytes });
  let total = [...kept.values()].reduce((sum, page) => sum + page.bytes, 0);
  for (const [oldest, page] of kept) {
    if (total <= maxBytes || oldest === pageId) break;
    kept.delete(oldest);
    total -= page.bytes;
  }
}

/**
 * Models differ in how alike unrelated texts are. So the score is how far a passage stands between the average one of the
 * page, which is 0, and the question itself, which is 1.
 */
function nearest(page: Kept, asked: Int8Array, sources: Set<number>): Scored[] {
  const length = lengthOf(asked);
  const found: Scored[] = [];
  let sum = 0;
  for (const [index, id] of page.ids.entries()) {
    const vector = page.vectors[index];
    if (!vector || vector.length !== asked.length || !sources.has(page.sourceIds[index] ?? 0)) continue;
    const score = dot(vector, asked) / (length * (page.lengths[index] ?? 1));
    sum += score;
    found.push({ id, score });
  }
  const average = Math.min(0.99, sum / Math.max(1, found.length));
  return found
    .map(({ id, score }) => ({ id, score: Math.max(0, (score - average) / (1 - average)) }))
    .sort((one, other) => other.score - one.score);
}

const signed = (bytes: Uint8Array) => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const lengthOf = (vector: Int8Array) => Math.max(1, Math.sqrt(dot(vector, vector)));

function dot(one: Int8Array, other: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
