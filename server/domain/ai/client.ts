import { setTimeout as sleep } from "node:timers/promises";
import { type ModelFailure, modelFailures } from "@banter/core/flow/ai/model-reply.ts";
import type { Deps } from "../../deps.ts";
import { type ArrivingAnswer, guardedStream } from "../../outbound/guarded-request.ts";
import type { Model } from "../../store/models/models.ts";
import { fillSecrets } from "../requests/fill-secrets.ts";
import { knownLacks, rememberLacks } from "./lacks.ts";
import { protocols } from "./protocols/index.ts";
import { type ChatReply, type ChatRequest, type HttpCall, ModelError } from "./protocols/protocol.ts";
import { readEvents, textOf, wholeEvent } from "./protocols/sse.ts";
import { parsed, readRefusal, type ServerRefusal } from "./refusal.ts";

export type ClientDeps = Pick<Deps, "db"> & { config: Pick<Deps["config"], "allowPrivateHosts"> };

/** A model that is not stored yet is called in the same way. */
export type CalledModel = Omit<Model, "id">;

/** `mayHaveCost`: the server may have worked on it, so that it may stand on the bill. */
export type CallFailure = {
  reason: ModelFailure;
  status?: number;
  detail?: string;
  /** All that the server has said, if it does not understand the call. */
  refusal?: string;
  usage: ChatReply["usage"];
  mayHaveCost: boolean;
};
export type ModelResult<Reply> = { ok: true; reply: Reply } | ({ ok: false } & CallFailure);

type CallOptions = { onText?: ((text: string) => void) | undefined };

/**
 * Asks a chat model, through the guard. `onText` gets the text so far. A server that refuses a feature that it lacks is
 * asked once more without it: it has not worked on the call.
 */
export async function chat(
  deps: ClientDeps,
  pageId: string,
  model: CalledModel,
  request: ChatRequest,
  { onText = () => undefined }: CallOptions = {},
): Promise<ModelResult<ChatReply>> {
  const protocol = protocols[model.protocol];
  const until = untilOf(model);
  const lacks = new Set(knownLacks(model));
  for (;;) {
    const call = protocol.chat(model, request, lacks);
    const result = await callServer(deps, pageId, model, call, {
      until,
      read: (answer) => protocol.readChat(eventsOf(answer), onText),
    });
    if (result.ok) rememberLacks(model, lacks);
    if (result.ok || result.refusal === undefined || performance.now() >= until) return result;
    const lack = protocol.lackOf(result.refusal, request, lacks);
    if (!lack) return result;
    lacks.add(lack);
  }
}

/** A server that cannot stream answers at once. */
const eventsOf = ({ headers, body }: ArrivingAnswer) =>
  /^application\/json\b/i.test(String(headers["content-type"])) ? wholeEvent(body) : readEvents(body);

/** The vectors of texts, in their order. */
export async function embed(
  deps: ClientDeps,
  pageId: string,
  model: CalledModel,
  texts: readonly string[],
): Promise<ModelResult<{ vectors: number[][]; usage: ChatReply["usage"] }>> {
  const { embeddings } = protocols[model.protocol];
  if (!embeddings) return { ok: false, reason: "call_refused", usage: null, mayHaveCost: false };
  return callServer(deps, pageId, model, embeddings.call(model, texts), {
    until: untilOf(model),
    async read({ body }) {
      const read = embeddings.read(parsed(await textOf(body, maxVectorBytes)));
      if (read?.vectors.length !== texts.length || !read.vectors.every(isVector)) throw new ModelError("malformed");
      return read;
    },
  });
}

const untilOf = ({ timeout_seconds }: CalledModel) => performance.now() + timeout_seconds * 1000;

/** No model makes vectors of more numbers. */
const maxDimensions = 8192;
const isVector = (vector: unknown[]) =>
  vector.length <= maxDimensions && vector.every((number) => typeof number === "number");

const maxVectorBytes = 32 * 1024 * 1024;
const maxTries = 3;
const maxWaitMs = 5000;

/**
 * Makes the call. A server that is too busy is asked again, within the model's time: it has not worked on the call. No
 * other call is repeated, since it might cost twice.
 */
async function callServer<Reply>(
  deps: ClientDeps,
  pageId: string,
  model: CalledModel,
  call: HttpCall,
  reading: { until: number; read: (answer: ArrivingAnswer) => Promise<Reply> },
): Promise<ModelResult<Reply>> {
  for (let tries = 1; ; tries++) {
    const { waitMs, result } = await callOnce(deps, pageId, model, call, reading);
    if (waitMs === undefined || tries === maxTries || performance.now() + waitMs >= reading.until) return result;
    await sleep(waitMs);
  }
}

type Try<Reply> = { result: ModelResult<Reply> /** How long to wait before it can be tried again. */; waitMs?: number };

async function callOnce<Reply>(
  { db, config }: ClientDeps,
  pageId: string,
  { protocol, base_url }: CalledModel,
  { path, headers, body }: HttpCall,
  { until, read }: { until: number; read: (answer: ArrivingAnswer) => Promise<Reply> },
): Promise<Try<Reply>> {
  const filled = await fillSecrets(db, pageId, {
    method: "POST",
    url: base_url.replace(/\/+$/, "") + path,
    headers: [["content-type", "application/json"], ["accept", "text/event-stream, application/json"], ...headers],
    body: JSON.stringify(body),
  });
  if (typeof filled === "string") return failed({ reason: filled, usage: null, mayHaveCost: false });
  const timeoutMs = Math.max(1, until - performance.now());
  try {
    return await guardedStream(filled.request, { allow: config.allowPrivateHosts, timeoutMs }, async (answer) => {
      if (answer.status >= 300)
        return refused(await readRefusal(answer, protocols[protocol].failureOf, filled.mask), answer);
      try {
        return { result: { ok: true, reply: await read(answer) } };
      } catch (error) {
        return failed(failureOf(error));
      }
    });
  } catch (error) {
    return failed(failureOf(error));
  }
}

const failed = <Reply>(failure: CallFailure): Try<Reply> => ({ result: { ok: false, ...failure } });

/** A server that is too busy may be asked again. */
function refused<Reply>(refusal: ServerRefusal, { headers }: ArrivingAnswer): Try<Reply> {
  const { result } = failed<Reply>({ ...refusal, usage: null, mayHaveCost: false });
  const isBusy = refusal.reason === "throttled" || refusal.status === 503 || refusal.status === 529;
  return isBusy ? { result, waitMs: waitOf(headers["retry-after"]) } : { result };
}

function failureOf(error: unknown): CallFailure {
  if (error instanceof ModelError) {
    const { reason, usage, detail } = error;
    return { reason, usage, mayHaveCost: true, ...(detail !== "" && { detail }) };
  }
  const given = error instanceof Error && "reason" in error ? error.reason : undefined;
  const reason = modelFailures.find((each) => each === given) ?? "cut_off";
  return { reason, usage: null, mayHaveCost: reason === "timeout" || reason === "cut_off" };
}

function waitOf(header: string | string[] | undefined): number {
  const seconds = Number([header].flat()[0]);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, maxWaitMs) : 500;
}
