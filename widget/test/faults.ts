import type { IncomingMessage, ServerResponse } from "node:http";

export type Call = "visits" | "messages" | "events" | "receipts" | "typing" | "profile" | "files" | "form";

type Fault = {
  call: Call;
  times: number;
  status?: number;
  retryAfter?: number;
  held?: Promise<void>;
  losesAnswer?: boolean;
};

/** Failures to apply to the next calls. */
export function createFaults() {
  const pending: Fault[] = [];
  const counts = new Map<Call, number>();

  return {
    /** The next calls are answered with a failure. */
    refuse: (call: Call, status: number, { times = 1, retryAfter }: { times?: number; retryAfter?: number } = {}) =>
      void pending.push({ call, status, times, retryAfter }),
    /** The next calls are carried out, but their connections are closed without an answer. */
    loseAnswers: (call: Call, times = 1) => void pending.push({ call, times, losesAnswer: true }),
    /** The next call waits until the returned function is called. */
    hold(call: Call): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      pending.push({ call, times: 1, held: promise });
      return resolve;
    },
    clear: () => void pending.splice(0),
    /** The number of calls so far, failed ones included. */
    count: (call: Call) => counts.get(call) ?? 0,

    /** Resolves to true if the call has been answered with a failure. */
    async apply(call: Call, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      counts.set(call, (counts.get(call) ?? 0) + 1);
      const fault = pending.find((fault) => fault.call === call && fault.times-- > 0);
      await fault?.held;
      if (fault?.losesAnswer) {
        response.writeHead = () => response;
        response.end = () => request.socket.destroy() && response;
      }
      if (!fault?.status) return false;
      response.writeHead(fault.status, {
        "content-type": "application/problem+json",
        ...(fault.retryAfter !== undefined && { "retry-after": String(fault.retryAfter) }),
      });
      response.end(JSON.stringify({ status: fault.status, code: "fault" }));
      return true;
    },
  };
}
