import { type EvaluatedAnswer, EvaluationFailure, type EvaluationQuestion } from "@banter/core/flow/ai/evaluation.ts";
import type { ModelCall } from "@banter/core/flow/ai/model-call.ts";
import { newCustomer } from "@banter/core/flow/customer.ts";
import type { RequestAnswer } from "@banter/core/flow/request-answer.ts";
import type { ModelNote, Trace } from "@banter/core/flow/trace.ts";
import type { PageSetup } from "@banter/core/flow/turn/page-setup.ts";
import { type Simulation, simulate } from "@banter/core/flow/turn/simulate.ts";
import { buildMatcher } from "@banter/core/match/matcher.ts";
import { notFound } from "@banter/core/model/error.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { listPublishedFlows } from "../../store/catalog/flows.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { listTags } from "../../store/catalog/tags.ts";
import type { Db } from "../../store/db/db.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { listPassagesOf } from "../../store/knowledge/knowledge-passages.ts";
import { askModel } from "../ai/ask.ts";
import type { ClientDeps } from "../ai/client.ts";
import { settle } from "../ai/limits.ts";
import type { EvaluatedPart } from "./parts.ts";

/** An AI step asks a model at most so often for one answer; this only ends a loop that nobody has thought of. */
const maxCalls = 10;

export type EvaluationCall = {
  pageId: string;
  flowId: number;
  part: EvaluatedPart;
  question: EvaluationQuestion;
  /** False if somebody else asks it now: then no call is made. */
  keep: (db: Db) => Promise<boolean>;
};

export type AskedAnswer = { answer: EvaluatedAnswer; cost: number; ms: number };

/**
 * Has the AI step answer a question as it would answer a customer whom nobody knows. Only the model is real: nothing is
 * stored about anybody, and other servers are not called. Undefined if the question is somebody else's now.
 */
export async function askQuestion(deps: ClientDeps, asked: EvaluationCall): Promise<AskedAnswer | undefined> {
  const { pageId, flowId, part } = asked;
  const simulation = simulate({
    setup: await setupFor(deps.db, pageId, flowId, part),
    customer: newCustomer("web_1"),
    now: databaseNow(),
    random: Math.random,
  });
  const traces = [simulation.handle({ type: "send_flow", flowId, payload: {}, sendId: 0 }).trace];
  for (let calls = 0; simulation.requests[0] && calls < maxCalls; calls++) {
    const [request] = simulation.requests;
    const answer = request?.type === "model" ? await answerOf(deps, asked, request.call) : unreachable;
    if (!answer) return undefined;
    traces.push(simulation.answer(answer).trace);
  }
  return resultOf(deps.db, pageId, { simulation, traces });
}

const unreachable: RequestAnswer = { ok: false, reason: "unreachable" };

async function answerOf(
  deps: ClientDeps,
  { pageId, question: { said }, keep }: EvaluationCall,
  call: ModelCall,
): Promise<RequestAnswer | undefined> {
  const messages = said.slice(-1 - call.history);
  const outcome = await askModel(deps, { pageId, psid: null, call, messages, keep });
  if (outcome?.settlement) await settle(deps.db, outcome.settlement);
  return outcome?.answer;
}

/** Everything of the page that an AI step may look at. Other flows are known by name, so that it may start one. */
async function setupFor(db: Db, pageId: string, flowId: number, { document }: EvaluatedPart): Promise<PageSetup> {
  const page = await findPage(db, pageId);
  if (!page) throw notFound("page");
  const flows = (await listPublishedFlows(db, pageId)).map(({ id, ...flow }) => [id, flow] as const);
  const tags = await listTags(db, pageId);
  const fields = await listCustomFields(db, pageId);
  return {
    name: page.name,
    zone: page.timezone,
    hours: page.hours,
    channel: page.channel,
    conversationLink: () => "",
    ...{ welcomeFlowId: null, defaultReplyFlowId: null, defaultReplySeconds: 0 },
    inbox: { pauseMinutes: null, handOverMinutes: null, handOverText: null, answerMinutes: null },
    matcher: buildMatcher([]),
    flows: new Map(flows).set(flowId, { name: "", version: evaluatedVersion }),
    tools: new Map(),
    tags: new Map(tags.map(({ id, name }) => [id, name])),
    fields: new Map(fields.map(({ id, name, type }) => [id, { name, type }])),
    document: (id, version) => (id === flowId && version === evaluatedVersion ? document : undefined),
  };
}

/** No published version has this number. */
const evaluatedVersion = 0;

type Asked = { simulation: Simulation; traces: Trace[] };

async function resultOf(db: Db, pageId: string, { simulation, traces }: Asked): Promise<AskedAnswer> {
  const notes = traces.flatMap((trace) => trace.notes ?? []).filter((note) => note.note === "model");
  const [, , , exit = "wait", reason] = traces.flatMap((trace) => trace.visits ?? []).at(-1) ?? [];
  const passages = await listPassagesOf(
    db,
    pageId,
    notes.flatMap(({ cites = [] }) => cites),
  );
  const answer: EvaluatedAnswer = {
    said: simulation.said.flatMap((message) => (message.type === "text" ? message.text : [])).join("\n"),
    exit: exitOf(exit, notes.at(-1)),
    cites: [...new Set(passages.map(({ sourceId }) => sourceId))],
    tools: notes.flatMap(({ tools = [] }) => tools.flatMap(([name, verdict]) => (verdict === "done" ? name : []))),
    failure: exit === "failed" ? EvaluationFailure.catch("malformed").parse(reason) : null,
  };
  const sum = (of: (note: ModelNote) => number) => notes.reduce((all, note) => all + of(note), 0);
  return { answer, cost: sum(({ cost }) => cost), ms: sum(({ ms }) => ms) };
}

/** A step that stays in the conversation has answered, though it waits. */
function exitOf(exit: string, note: ModelNote | undefined): string | null {
  if (exit === "wait") return note?.did === "answered" ? "answered" : null;
  return exit === "goto" || exit === "end" ? null : exit;
}
