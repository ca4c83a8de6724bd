import { costOf } from "@banter/core/flow/ai/model.ts";
import type { ModelFailure } from "@banter/core/flow/ai/model-reply.ts";
import { listModels, type Model } from "../../store/models/models.ts";
import type { Embeddings } from "../knowledge/embeddings.ts";
import { type ClientDeps, embed } from "./client.ts";
import { counted } from "./counted.ts";

/** The model has made no vectors. */
export class NoVectors extends Error {
  readonly reason: ModelFailure;

  constructor(reason: ModelFailure) {
    super(`The model has made no vectors: ${reason}`);
    this.name = "NoVectors";
    this.reason = reason;
  }
}

/** A question waits so long for its vector: without one, its words still find passages. */
const questionSeconds = 5;

/**
 * The page's first model for vectors, to find passages for a question of a customer or, without a psid, of a member;
 * undefined if it has none.
 */
export async function embeddingsOf(
  deps: ClientDeps,
  pageId: string,
  psid: string | null = null,
): Promise<Embeddings | undefined> {
  const model = await findVectorModel(deps, pageId);
  const timeout_seconds = Math.min(questionSeconds, model?.timeout_seconds ?? 0);
  return model && embeddingsBy(deps, { pageId, psid }, { ...model, timeout_seconds });
}

/** The same model, to make the vectors of passages. Throws NoVectors. */
export async function passageEmbeddingsOf(deps: ClientDeps, pageId: string): Promise<Embeddings | undefined> {
  const model = await findVectorModel(deps, pageId);
  return model && embeddingsBy(deps, { pageId, psid: null }, model);
}

const findVectorModel = async ({ db }: ClientDeps, pageId: string) =>
  (await listModels(db, pageId)).find(({ purpose }) => purpose === "embeddings");

function embeddingsBy(deps: ClientDeps, place: { pageId: string; psid: string | null }, model: Model): Embeddings {
  return {
    model: `${model.base_url} ${model.model}`,
    async embed(texts) {
      const reserved = mostOf(model, texts);
      const result = await counted(deps, place, { model, reserved }, () => embed(deps, place.pageId, model, texts));
      if (!result.ok) throw new NoVectors(result.reason);
      return result.reply.vectors;
    },
  };
}

/** No tokenizer makes more tokens than there are bytes. Counted as used if the server does not tell, as Google's. */
function mostOf(model: Model, texts: readonly string[]) {
  const tokens = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 16, 0);
  return { calls: 1, tokens, cost: costOf(model, { input: tokens, output: 0 }) };
}
