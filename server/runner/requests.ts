import { setTimeout as sleep } from "node:timers/promises";
import type { RequestAnswer } from "@banter/core/flow/event.ts";
import type { Deps } from "../deps.ts";
import { failPoint } from "../fail-points.ts";
import { guardedRequest } from "../outbound/guarded-request.ts";
import type { Lease } from "../store/conversations/leases.ts";
import {
  type AnswerEvent,
  beginRequest,
  type FlowRequest,
  listRequestIds,
  saveAnswer,
} from "../store/conversations/requests.ts";
import { isDataError } from "../store/db/errors.ts";
import { type HostHealth, hostBreakers } from "./outgoing/host-breakers.ts";
import { type RequestLine, type RequestPage, requestLine, type Turn } from "./request-line.ts";

export type RequestRunner = {
  /** Takes up requests that a commit has just stored. */
  add(lease: Lease, rows: { id: number; psid: string; request: unknown }[]): void;
  /** Takes up what an earlier owner of the page left. */
  resume(lease: Lease): Promise<void>;
  /** The hosts that a page's requests have trouble with. */
  health(pageId: string): HostHealth[];
  /** Starts nothing more and waits for what is under way. Its answers are stored if the leases still hold. */
  stop(): Promise<void>;
};

/** On the whole node. An answer has 256 KiB at most and is held until it is stored: 16 MiB for all of them. */
const maxAtOnce = 64;
const maxAttempts = 3;
const unreachable: RequestAnswer = { ok: false, reason: "unreachable" };

export type RequestDeps = Pick<Deps, "db" | "log"> & { config: Pick<Deps["config"], "allowPrivateHosts"> };

/**
 * Makes the calls that flows ask for, outside of their turns: each answer comes back as mail. Only ids wait in memory;
 * the rows are the record, and what is not answered here is called again by the page's next owner.
 */
export function requestRunner(deps: RequestDeps, wake: (pageId: string) => void): RequestRunner {
  const running: Running = {
    ...{ deps, wake, line: requestLine(maxAtOnce), hosts: hostBreakers() },
    ...{ stopping: new AbortController(), underWay: new Set() },
  };
  return {
    add(lease, rows) {
      const ids = rows.map(({ id }) => id);
      running.line.add(lease, ids);
      startNext(running);
    },
    async resume(lease) {
      const ids = await listRequestIds(deps.db, lease.pageId);
      running.line.add(lease, ids);
      startNext(running);
    },
    health: running.hosts.health,
    async stop() {
      running.stopping.abort();
      await Promise.all(running.underWay);
    },
  };
}

type Running = {
  deps: RequestDeps;
  wake: (pageId: string) => void;
  line: RequestLine;
  hosts: ReturnType<typeof hostBreakers>;
  stopping: AbortController;
  underWay: Set<Promise<void>>;
};

function startNext(running: Running): void {
  const { line, underWay, stopping } = running;
  while (!stopping.signal.aborted) {
    const turn = line.next();
    if (!turn) return;
    const work = handle(running, turn).finally(() => {
      underWay.delete(work);
      line.ended(turn);
      startNext(running);
    });
    underWay.add(work);
  }
}

async function handle(running: Running, { page, id }: Turn): Promise<void> {
  const { db, log } = running.deps;
  try {
    const begun = await underLease(running, page, (lease) => beginRequest(db, lease, id));
    if (!begun?.request) return;
    const { runId, turn } = begun.request;
    const answer = await answerTo(running, page.lease.pageId, begun.request, begun.attempts ?? 0);
    const isStored = await store(running, page, id, { type: "answer", runId, turn, answer });
    if (isStored) running.wake(page.lease.pageId);
  } catch (error) {
    // The row stays for the page's next owner.
    log.error({ err: error, pageId: page.lease.pageId, requestId: id }, "request given up");
  }
}

async function answerTo(
  { deps, hosts }: Running,
  pageId: string,
  request: FlowRequest,
  attempts: number,
): Promise<RequestAnswer> {
  // It seems to bring down whoever makes it.
  if (attempts > maxAttempts) return unreachable;
  const host = URL.parse(request.url)?.host ?? "";
  const startedAt = hosts.start(pageId, host);
  if (startedAt === undefined) return unreachable;
  failPoint("request.before-call");
  const answer = await guardedRequest(request, { allow: deps.config.allowPrivateHosts });
  failPoint("request.after-call");
  hosts.ended(pageId, host, startedAt, troubleIn(answer));
  return answer;
}

/** A server that answers at once holds up nobody, whatever it says: only silence counts. */
function troubleIn(answer: RequestAnswer): string | null {
  return !answer.ok && (answer.reason === "timeout" || answer.reason === "unreachable") ? answer.reason : null;
}

/** An answer that the database refuses for good is stored as a failed one, so that the flow goes on. */
async function store(running: Running, page: RequestPage, id: number, event: AnswerEvent): Promise<true | undefined> {
  const { db, log } = running.deps;
  const save = (wanted: AnswerEvent) =>
    underLease(running, page, async (lease) => (await saveAnswer(db, lease, id, wanted)) || undefined);
  try {
    return await save(event);
  } catch (error) {
    log.error({ err: error, pageId: page.lease.pageId, requestId: id }, "answer of a request cannot be stored");
    return save({ ...event, answer: unreachable });
  }
}

/**
 * Repeats what the database does not take, under the lease that the page has by then. Undefined where the page and its
 * rows are somebody else's, or where we stop. Throws where repeating cannot help.
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
      log.warn({ err: error, pageId: lease.pageId }, "request waits for the database");
      if (signal.aborted) return undefined;
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
