import type { ModelFailure } from "@banter/core/flow/ai/model-reply.ts";
import type { Deps } from "../../deps.ts";
import { clearVectors, listWithoutVector, saveVectors } from "../../store/knowledge/knowledge-passages.ts";
import {
  claimEmbedding,
  completeEmbedding,
  type DueSource,
  failEmbedding,
  type KnowledgeSource,
  keepEmbedding,
  listSourcesToEmbed,
  releaseEmbedding,
} from "../../store/knowledge/knowledge-sources.ts";
import { NoVectors, passageEmbeddingsOf } from "../ai/embeddings.ts";
import { type Embeddings, inPart, packVector } from "./embeddings.ts";
import type { ReadingDeps } from "./read-source.ts";

const lookedAt = 10;

export type SourceToEmbed = { due: DueSource; source: KnowledgeSource };

/** Takes a source whose passages may lack vectors and that no other node works on. */
export async function claimNextEmbedding({ db }: Pick<Deps, "db">): Promise<SourceToEmbed | undefined> {
  for (const due of await listSourcesToEmbed(db, lookedAt)) {
    const source = await claimEmbedding(db, due);
    if (source) return { due, source };
  }
  return undefined;
}

/**
 * Gives the passages of a claimed source vectors of the page's model, if it has one. A model that makes none is asked
 * again later; the owner sees why. Until then, words find the passages.
 */
export async function embedSource(
  deps: ReadingDeps,
  { due, source }: SourceToEmbed,
  signal: AbortSignal,
): Promise<void> {
  const { db, live } = deps;
  try {
    const embeddings = await passageEmbeddingsOf(deps, due.pageId);
    if (!embeddings || source.embeddedWith === embeddings.model) {
      await completeEmbedding(db, due, source.embeddedWith);
      // The failure of an earlier try is gone with the model.
      if (source.embedError === null) return;
    } else if (await makeVectors(deps, { due, source }, embeddings, signal)) {
      await completeEmbedding(db, due, embeddings.model);
    } else if (signal.aborted) {
      return await releaseEmbedding(db, due);
    }
  } catch (error) {
    const reason: ModelFailure = error instanceof NoVectors ? error.reason : "unreachable";
    deps.log.warn({ err: error, ...due }, "passages without vectors");
    await failEmbedding(db, due.pageId, reason);
  }
  live.publish(due.pageId, { type: "knowledge_changed", id: due.id });
}

const textsAtOnce = 64;
const maxText = 4000;

/** False if the source or the models have changed meanwhile, or this node stops. What is done stays. */
async function makeVectors(
  { db }: ReadingDeps,
  { due, source }: SourceToEmbed,
  { model, embed }: Embeddings,
  signal: AbortSignal,
): Promise<boolean> {
  const { pageId, id } = due;
  const begun = inPart(model);
  const hasBegun = await db.transact(async (db) => {
    if (!(await keepEmbedding(db, due, { from: source.embeddedWith, to: begun }))) return false;
    // A run that was cut short has left vectors of the same model, which are good.
    if (source.embeddedWith !== begun) await clearVectors(db, pageId, id);
    return true;
  });
  for (let goesOn = hasBegun; goesOn && !signal.aborted; ) {
    const passages = await listWithoutVector(db, pageId, id, textsAtOnce);
    if (passages.length === 0) return true;
    const vectors = await embed(passages.map(({ heading, text }) => `${heading}\n${text}`.slice(0, maxText)));
    const packed = passages.map(({ id }, index) => ({ id, embedding: packVector(vectors[index] ?? []) }));
    goesOn = await db.transact(async (db) => {
      if (!(await keepEmbedding(db, due, { from: begun, to: begun }))) return false;
      await saveVectors(db, pageId, packed);
      return true;
    });
  }
  return false;
}
