import { setTimeout as sleep } from "node:timers/promises";
import type { RequestAnswer } from "@banter/core/flow/request-answer.ts";
import type { Deps } from "../../deps.ts";
import type { AskOutcome } from "../../domain/ai/ask.ts";
import { noticeUsage } from "../../domain/ai/limits.ts";
import { noteMiss } from "../../domain/knowledge/misses.ts";
import { type FilledRequest, fillSecrets, type UnfilledReason } from "../../domain/requests/fill-secrets.ts";
import { failPoint } from "../../fail-points.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { findCustomer } from "../../store/customers/customer-rows.ts";
import { isDataError } from "../../store/db/errors.ts";
import type { UsageSettlement } from "../../store/models/model-usage.ts";
import { deleteHostTrouble, saveHostTrouble } from "../../store/runtime/host-troubles.ts";
import type { Lease } from "../../store/runtime/leases.ts";
import {
  type AnswerEvent,
  beginRequest,
  type FlowRequest,
  listRequests,
  type ModelRequest,
  saveAnswer,
} from "../../store/runtime/requests.ts";
import { answerByModel } from "./answer-by-model.ts";
import { hostBreakers } from "./host-breakers.ts";
import { type RequestLine, type RequestPage, requestLine, type Turn } from "./request-line.ts";
import type { ThinkingSigns } from "./thinking.ts";

export type RequestRunner = {
  /** Starts requests that a commit has just stored. */
  add(lease: Lease, rows: { id: number; psid: string; request: unknown }[]): void;
  /** Starts requests that an earlier owner of the page has left. */
  resume(lease: Lease): Promise<void>;
  /** Starts no further request and waits for the running ones. Their answers are stored if the leases still hold. */
  stop(): Promise<void>;
};

/** For the whole node. An answer has at most 256 KiB and is held until it is stored: 16 MiB for all of them. */
const maxAtOnce = 64;
/** Models take long to answer, so that their calls do not stand in the way of others. */
const maxModelsAtOnce = 256;
const modelShare = { max: 32, min: 8, slowMs: 30_000 };
const maxAttempts = 3;
const unreachable: RequestAnswer = { ok: false, reason: "unreachable" };

export type RequestDeps = Pick<Deps, "db" | "log" | "metrics"> & {
  config: Pick<Deps["config"], "allowPrivateHosts">;
};

/**
 * Makes the HTTP calls of request steps and AI steps, outside of turns: each answer comes back as mail. Only ids wait in memory; the
 * table holds the requests, and the page's next owner repeats those without an answer.
 */
export function requestRunner(
  deps: RequestDeps,
  wake: (pageId: string) => void,
  thinking: ThinkingSigns,
): RequestRunner {
  const running: Running = {
    ...{ deps, wake, thinking, hosts: hostBreakers() },
    ...{ requests: requestLine(maxAtOnce), models: requestLine(maxModelsAtOnce, modelShare) },
    ...{ stopping: new AbortController(), underWay: new Set() },
  };
  return {
    add(lease, rows) {
      const isOfModel = (request: unknown) => (request as Partial<ModelRequest>).kind === "model";
      queue(
        running,
        lease,
        rows.map(({ id, request }) => ({ id, isOfModel: isOfModel(request) })),
      );
    },
    async resume(lease) {
      queue(running, lease, await listRequests(deps.db, lease.pageId));
    },
    async stop() {
      running.stopping.abort();
      await Promise.all(running.underWay);
    },
  };
}

type Running = {
  deps: RequestDeps;
  wake: (pageId: string) => void;
  thinking: ThinkingSigns;
  requests: RequestLine;
  models: RequestLine;
  hosts: ReturnType<typeof hostBreakers>;
  stopping: AbortController;
  underWay: Set<Promise<void>>;
};

function queue(running: Running, lease: Lease, rows: { id: number; isOfModel: boolean }[]): void {
  const ids = (isOfModel: boolean) => rows.flatMap((row) => (row.isOfModel === isOfModel ? row.id : []));
  running.requests.add(lease, ids(false));
  running.models.add(lease, ids(true));
  startNext(running, running.requests);
  startNext(running, running.models);
}

function startNext(running: Running, line: RequestLine): void {
  const { underWay, stopping } = running;
  while (!stopping.signal.aborted) {
    const turn = line.next();
    if (!turn) return;
    const work = handle(running, turn).finally(() => {
      underWay.delete(work);
      line.ended(turn);
      startNext(running, line);
    });
    underWay.add(work);
  }
}

async function handle(running: Running, { page, id }: Turn): Promise<void> {
  const { db, log } = running.deps;
  try {
    const begun = await underLease(running, page, (lease) => beginRequest(db, lease, id));
    if (!begun?.request) return;
    const { request, psid, attempts } = begun;
    const { runId, turn } = request;
    const outcome =
      "kind" in request
        ? await askUnderLease(running, page, { id, psid: psid ?? "", attempts: attempts ?? 0, request })
        : await callUnderLease(running, page, request, attempts ?? 0);
    if (!outcome) return;
    const { answer, settlement, miss, fault } = outcome;
    if (fault) log.error({ err: fault, pageId: page.lease.pageId, requestId: id }, "answer of model not read");
    running.deps.metrics.requests.inc({ result: answer.ok ? "ok" : answer.reason });
    const isStored = await store(running, page, id, { type: "answer", runId, turn, answer }, settlement);
    if (isStored) running.wake(page.lease.pageId);
    if (isStored && settlement) await noticeUsage(db, settlement);
    if (miss && psid) await noteMiss(running.deps, page.lease.pageId, { psid, ...miss });
  } catch (error) {
    // The row stays for the page's next owner.
    log.error({ err: error, pageId: page.lease.pageId, requestId: id }, "request abandoned");
  }
}

type Answered = Pick<AskOutcome, "answer" | "settlement" | "miss" | "fault">;

async function callUnderLease(
  running: Running,
  page: RequestPage,
  request: FlowRequest,
  attempts: number,
): Promise<Answered | undefined> {
  const { db } = running.deps;
  const filled = await underLease(running, page, ({ pageId }) => fillSecrets(db, pageId, request));
  return filled && { answer: await answerTo(running, page.lease.pageId, filled, attempts) };
}

async function askUnderLease(
  running: Running,
  page: RequestPage,
  asked: { id: number; psid: string; attempts: number; request: ModelRequest },
): Promise<Answered | undefined> {
  // Attempts are counted before the call: this request may have crashed the process each time.
  if (asked.attempts > maxAttempts) return { answer: unreachable };
  const { id, psid, request } = asked;
  const { runId, turn } = request;
  const { watch, ended } = running.thinking.asked({ pageId: page.lease.pageId, psid, id, runId, turn });
  let isAnswered = false;
  try {
    const outcome = await underLease(running, page, async (lease) => {
      await checkWaiting(running, lease, psid);
      return answerByModel(running.deps, lease, { ...asked, watch });
    });
    isAnswered = outcome?.answer.ok === true;
    return outcome;
  } finally {
    ended(isAnswered);
  }
}

/** A person may have taken over while the call waited in line, or before this node had the page. */
async function checkWaiting({ deps, thinking }: Running, { pageId }: Lease, psid: string): Promise<void> {
  const { state } = (await findCustomer(deps.db, pageId, psid)) ?? {};
  if (state) thinking.wentOn(pageId, new Map([[psid, { state }]]));
  else thinking.forget({ pageId, psid });
}

async function answerTo(
  { deps, hosts }: Running,
  pageId: string,
  filled: FilledRequest | UnfilledReason,
  attempts: number,
): Promise<RequestAnswer> {
  // Attempts are counted before the call: this request may have crashed the process each time.
  if (attempts > maxAttempts) return unreachable;
  if (typeof filled === "string") return { ok: false, reason: filled };
  const { request, mayGetSecrets, mask } = filled;
  const host = URL.parse(request.url)?.host ?? "";
  const startedAt = hosts.start(pageId, host);
  if (startedAt === undefined) return unreachable;
  failPoint("request.before-call");
  const answer = await guardedRequest(request, { allow: deps.config.allowPrivateHosts, mayGetBody: mayGetSecrets });
  failPoint("request.after-call");
  const failure = failureIn(answer);
  const change = hosts.ended(pageId, host, startedAt, failure);
  if (change) tellHost(deps, pageId, host, change === "cut_off" ? failure : null);
  return answer.ok ? { ...answer, body: mask(answer.body) } : answer;
}

/** For the owner of the page, who can see which of their flows' hosts fails. */
function tellHost({ db, log }: RequestDeps, pageId: string, host: string, failure: string | null): void {
  const told = failure === null ? deleteHostTrouble(db, pageId, host) : saveHostTrouble(db, pageId, host, failure);
  told.catch((error) => log.warn({ err: error, pageId }, "state of a host not stored"));
}

/** Only a missing answer counts as a failure of the host: an error that comes at once delays no other request. */
function failureIn(answer: RequestAnswer): string | null {
  return !answer.ok && (answer.reason === "timeout" || answer.reason === "unreachable") ? answer.reason : null;
}

/**
 * An answer that the database cannot store is replaced by a failed one, so that the flow goes on. What the call of a
 * model had reserved then stays counted: the settlement may be the part that cannot be stored.
 */
async function store(
  running: Running,
  page: RequestPage,
  id: number,
  event: AnswerEvent,
  settlement?: UsageSettlement,
): Promise<true | undefined> {
  const { db, log } = running.deps;
  const save = (wanted: AnswerEvent, settled?: UsageSettlement) =>
    underLease(running, page, async (lease) => (await saveAnswer(db, lease, id, wanted, settled)) || undefined);
  try {
    return await save(event, settlement);
  } catch (error) {
    log.error({ err: error, pageId: page.lease.pageId, requestId: id }, "request answer not stored");
    return save({ ...event, answer: unreachable });
  }
}

/**
 * Retries `work` while the database is unavailable, each time under the page's newest lease. Undefined if another node
 * owns the page or this one is stopping. Throws if a retry cannot help.
 */
async function underLease<Result>(
  { deps: { log }, stopping: { signal } }: Running,
  page: RequestPage,
  work: (lease: Lease) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 5000)) {
    const { lease } = page;
    try {
      const result = await work(lease);
      if (result !== undefined) return result;
      if (page.lease !== lease) continue;
      page.waiting.clear();
      return undefined;
    } catch (error) {
      if (isDataError(error)) throw error;
      log.warn({ err: error, pageId: lease.pageId }, "request waiting for database");
      if (signal.aborted) return undefined;
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
