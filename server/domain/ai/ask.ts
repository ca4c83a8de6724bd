import { costOf, type ModelUsage, noLimits } from "@banter/core/flow/ai/model.ts";
import { hasFacts, type ModelCall } from "@banter/core/flow/ai/model-call.ts";
import type { CallFacts, ModelFailure, ModelReply } from "@banter/core/flow/ai/model-reply.ts";
import type { RequestAnswer } from "@banter/core/flow/request-answer.ts";
import { askedTerms } from "@banter/core/knowledge/rank.ts";
import type { Db } from "../../store/db/db.ts";
import { findModelLimits } from "../../store/models/model-limits.ts";
import type { UsagePlace, UsageSettlement } from "../../store/models/model-usage.ts";
import { findModel, type Model } from "../../store/models/models.ts";
import { type Passage, searchKnowledge } from "../knowledge/search.ts";
import { type CalledModel, type ClientDeps, chat, type ModelResult } from "./client.ts";
import { usedBy } from "./counted.ts";
import { embeddingsOf } from "./embeddings.ts";
import { localDay, reserve } from "./limits.ts";
import { holdsForbidden } from "./never-say.ts";
import { promptOf } from "./prompt.ts";
import type { ChatMessage, ChatReply, ChatRequest, TokenUsage } from "./protocols/protocol.ts";
import { readReply } from "./read-reply.ts";
import { type WordsSoFar, wordsSoFar } from "./words-so-far.ts";

/** The question of a customer or, without a psid, of a member. */
export type ModelQuestion = {
  pageId: string;
  psid: string | null;
  call: ModelCall;
  /** The conversation, oldest first. The last message is the customer's. */
  messages: ChatMessage[];
  /** Stores the reservation with the request; false if another node has it now. */
  keep?: (db: Db, reserved: ModelUsage) => Promise<boolean>;
  /** Gets the words of the answer while it is written, if any of them may be shown before it is whole. */
  watch?: ((words: WordsSoFar) => void) | undefined;
};

/**
 * The answer as a turn gets it, and what it has used. `detail` is for the owner only. `miss`: the knowledge does not
 * answer the question; `score` is that of the best passage. `fault`: the error of an answer that we could not read, for
 * the log.
 */
export type AskOutcome = {
  answer: RequestAnswer;
  settlement?: UsageSettlement;
  detail?: string;
  miss?: { question: string; score: number };
  fault?: unknown;
};

/** Passages that a model is shown. */
const maxPassages = 6;

/**
 * Asks a model: looks up the knowledge, reserves what the call may use, calls, and reads what the model proposes.
 * Undefined if the request is another node's now. Nothing can fail behind the call, so that it is not made again.
 */
export async function askModel(deps: ClientDeps, asked: ModelQuestion): Promise<AskOutcome | undefined> {
  const { pageId, call } = asked;
  const model = await findModel(deps.db, pageId, call.modelId);
  if (model?.purpose !== "chat") return { answer: { ok: false, reason: "model_missing" } };
  if (asked.messages.length === 0) return { answer: unsure(model, []) };
  const { passages, best } = await findPassages(deps, asked);
  const isEmpty = call.knowledge !== null && passages.length === 0;
  if (isEmpty && call.tools.length === 0 && call.intents.length === 0) {
    return { answer: unsure(model, passages), miss: missOf(asked, best) };
  }
  const request = promptOf(call, asked.messages, passages);
  const usage = mostOf(model, request);
  const { never_say: neverSay } = (await findModelLimits(deps.db, pageId)) ?? noLimits;
  const place: UsagePlace = { pageId, psid: asked.psid, day: await localDay(deps.db, pageId) };
  const refusal = await reserve(deps.db, place, usage, async (db) => (await asked.keep?.(db, usage)) ?? true);
  if (refusal === "lost") return undefined;
  if (refusal) return { answer: { ok: false, reason: refusal } };
  return makeCall(deps, asked, { model, request, passages, place, reserved: usage, best, neverSay });
}

type Prepared = {
  model: Model;
  request: ChatRequest;
  passages: Passage[];
  place: UsagePlace;
  reserved: ModelUsage;
  best: number;
  neverSay: string[];
};

async function makeCall(deps: ClientDeps, asked: ModelQuestion, prepared: Prepared): Promise<AskOutcome> {
  const { model, request, place, reserved, neverSay } = prepared;
  const startedAt = performance.now();
  const words = asked.watch && wordsSoFar(asked.call, neverSay);
  if (words) asked.watch?.(words.shown);
  const result = await chat(deps, asked.pageId, model, request, { onText: words?.grow });
  const ms = Math.round(performance.now() - startedAt);
  try {
    return outcomeOf(asked, prepared, { result, ms });
  } catch (fault) {
    const settlement: UsageSettlement = { ...place, reserved, used: reserved };
    return { answer: { ok: false, reason: "malformed" }, settlement, fault };
  }
}

function outcomeOf(
  asked: ModelQuestion,
  { model, passages, place, reserved, best, neverSay }: Prepared,
  { result, ms }: { result: ModelResult<ChatReply>; ms: number },
): AskOutcome {
  const used = usedBy(model, result.ok ? { usage: result.reply.usage, mayHaveCost: true } : result, reserved);
  const settlement: UsageSettlement = { ...place, reserved, used: used.usage };
  const facts = factsOf(model, used.tokens, { ms, passages, cost: used.usage.cost });
  if (!result.ok) {
    const { reason, status, detail } = result;
    const answer: RequestAnswer = { ok: false, reason, facts, ...(status !== undefined && { status }) };
    return { answer, settlement, ...(detail !== undefined && { detail }) };
  }
  const reply = read(asked.call, result.reply, neverSay);
  if (typeof reply === "string") return { answer: { ok: false, reason: reply, facts }, settlement };
  const answer = answered({ ...reply, facts });
  return { answer, settlement, ...(isMiss(asked.call, reply) && { miss: missOf(asked, best) }) };
}

/** The proposal of the model, or the reason why it cannot be used. */
function read(call: ModelCall, reply: ChatReply, neverSay: string[]): Omit<ModelReply, "facts"> | ModelFailure {
  if (reply.stop === "declined") return "declined";
  const proposal = readReply(call, reply);
  if (!proposal) return reply.stop === "length" ? "too_long" : "malformed";
  if (reply.stop === "length" && proposal.text === null) return "too_long";
  return holdsForbidden(proposal.text ?? "", neverSay) ? "forbidden_words" : proposal;
}

const isMiss = ({ knowledge, rounds }: ModelCall, reply: Omit<ModelReply, "facts">) =>
  knowledge !== null &&
  reply.intent === null &&
  reply.tool_calls.length === 0 &&
  (!reply.is_sure || (reply.cites.length === 0 && !hasFacts(rounds)));

async function findPassages(
  deps: ClientDeps,
  { pageId, psid, call, messages }: ModelQuestion,
): Promise<{ passages: Passage[]; best: number }> {
  const question = messages.at(-1)?.text ?? "";
  if (!call.knowledge) return { passages: [], best: 0 };
  const { sources, threshold } = call.knowledge;
  const wanted = sources.length === 0 ? "all" : sources;
  const embeddings = await embeddingsOf(deps, pageId, psid);
  const options = { sources: wanted, limit: maxPassages, embeddings } as const;
  const found = await searchKnowledge(deps.db, pageId, question, options);
  const before = askedBefore(messages);
  const more = before === undefined ? [] : await searchKnowledge(deps.db, pageId, before, options);
  const all = more.length === 0 ? found : bestOf([...found, ...more]);
  return {
    passages: all.filter(({ score }) => score >= threshold).slice(0, maxPassages),
    best: all[0]?.score ?? 0,
  };
}

/** Each passage once, with its best score. */
function bestOf(passages: readonly Passage[]): Passage[] {
  const sorted = passages.toSorted((one, other) => other.score - one.score);
  return sorted.filter(({ id }, index) => sorted.findIndex((passage) => passage.id === id) === index);
}

/** Questions with fewer words that mean something may go on with what was asked before: "And in red?" */
const fewTerms = 3;

function askedBefore(messages: readonly ChatMessage[]): string | undefined {
  const question = messages.at(-1)?.text ?? "";
  if (askedTerms(question).length >= fewTerms) return undefined;
  const before = messages.slice(0, -1).findLast(({ from }) => from === "customer");
  return before && `${before.text}\n${question}`;
}

const missOf = ({ messages }: ModelQuestion, score: number) => ({ question: messages.at(-1)?.text ?? "", score });

/** No tokenizer makes more tokens than there are bytes. Each message has a few around it. */
export function mostOf(model: CalledModel, request: ChatRequest): ModelUsage {
  const input = Buffer.byteLength(JSON.stringify(request)) + 64 * (request.messages.length + request.tools.length + 2);
  const tokens = { input, output: model.max_tokens };
  return { calls: 1, tokens: tokens.input + tokens.output, cost: costOf(model, tokens) };
}

function factsOf(
  { name }: Model,
  { input, output }: TokenUsage,
  { ms, passages, cost }: { ms: number; passages: Passage[]; cost: number },
): CallFacts {
  return {
    ...{ model: name, input_tokens: input, output_tokens: output, cost, ms },
    passages: passages.map(({ id, sourceName, heading, score, url }) => ({
      ...{ id, source: sourceName.slice(0, 200).toWellFormed(), heading: heading.slice(0, 200).toWellFormed() },
      ...{ score, url: url === null ? null : url.slice(0, 2000) },
    })),
  };
}

function unsure(model: Model, passages: Passage[]): RequestAnswer {
  const facts = factsOf(model, { input: 0, output: 0 }, { ms: 0, passages, cost: 0 });
  return answered({ text: null, is_sure: false, intent: null, cites: [], fields: {}, tool_calls: [], facts });
}

const answered = (reply: ModelReply): RequestAnswer => ({ ok: true, status: 200, body: JSON.stringify(reply) });
