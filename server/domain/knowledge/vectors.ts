import { Worker } from "node:worker_threads";
import type { Scored } from "@banter/core/knowledge/merge.ts";
import { maxPassages } from "@banter/core/knowledge/source.ts";
import type { Db } from "../../store/db/db.ts";
import { listVectors, type Within } from "../../store/knowledge/knowledge-passages.ts";
import { listSources } from "../../store/knowledge/knowledge-sources.ts";
import { type Embeddings, packVector } from "./embeddings.ts";
import type { Asked, PageVectors, VectorAnswer } from "./vector-thread.ts";

/** So many are merged with those that the words have found. */
const maxFound = 60;
const rowsAtOnce = 2000;

/**
 * Finds passages by their meaning. Vectors are compared in a thread, which keeps those of the pages that were asked last.
 * A model that does not answer finds none: the words still do.
 */
export async function searchVectors(
  db: Db,
  { pageId, sources }: Within,
  question: string,
  { model, embed }: Embeddings,
): Promise<Scored[]> {
  const embedded = (await listSources(db, pageId)).filter(({ embeddedWith }) => embeddedWith === model);
  const wanted = embedded.map(({ id }) => id).filter((id) => sources?.includes(id) ?? true);
  if (wanted.length === 0) return [];
  const vector = await embed([question])
    .then(([made]) => made && packVector(made))
    .catch(() => undefined);
  if (!vector) return [];
  const version = JSON.stringify([model, embedded.map(({ id, readAt }) => [id, readAt])]);
  const asked = { pageId, version, vector, sources: wanted, limit: maxFound };
  const answer = await ask(asked);
  if (answer !== "unknown") return answer;
  const again = await ask({ ...asked, vectors: await loadVectors(db, pageId) });
  return again === "unknown" ? [] : again;
}

async function loadVectors(db: Db, pageId: string): Promise<PageVectors> {
  const loaded: PageVectors = { ids: [], sourceIds: [], vectors: [] };
  for (let after = 0; loaded.ids.length < maxPassages; ) {
    const rows = await listVectors(db, pageId, { after, limit: rowsAtOnce });
    for (const { id, sourceId, embedding } of rows) {
      loaded.ids.push(id);
      loaded.sourceIds.push(sourceId);
      loaded.vectors.push(embedding);
    }
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < rowsAtOnce) break;
  }
  return loaded;
}

let thread: Worker | undefined;
let calls = 0;
const waiting = new Map<number, (answer: VectorAnswer) => void>();

/** The thread starts with the first question. If it ends, those who wait find nothing, and the next one starts another. */
function ask(asked: Omit<Asked, "call">): Promise<VectorAnswer> {
  thread ??= startThread();
  const call = ++calls;
  return new Promise((resolve) => {
    waiting.set(call, resolve);
    thread?.ref();
    thread?.postMessage({ ...asked, call });
  });
}

function startThread(): Worker {
  const started = new Worker(new URL("./vector-thread.ts", import.meta.url), { execArgv: [] });
  const settle = (call: number, answer: VectorAnswer) => {
    waiting.get(call)?.(answer);
    waiting.delete(call);
    if (waiting.size === 0) started.unref();
  };
  started.on("message", ({ call, answer }: { call: number; answer: VectorAnswer }) => settle(call, answer));
  started.on("error", () => undefined);
  started.on("exit", () => {
    thread = undefined;
    for (const call of [...waiting.keys()]) settle(call, []);
  });
  return started;
}
