import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type Call = "visits" | "messages" | "events" | "receipts" | "profile";

type Fault = { call: Call; times: number; status?: number; retryAfter?: number; delayMs?: number; isUnheard?: boolean };

/** What goes wrong on the way, and how often. */
export function createFaults() {
  const waiting: Fault[] = [];
  const counts = new Map<Call, number>();

  return {
    /** The next calls are answered with a failure. */
    refuse: (call: Call, status: number, { times = 1, retryAfter }: { times?: number; retryAfter?: number } = {}) =>
      void waiting.push({ call, status, times, retryAfter }),
    /** The next calls are carried out, but nobody hears of it. */
    loseAnswers: (call: Call, times = 1) => void waiting.push({ call, times, isUnheard: true }),
    delay: (call: Call, delayMs: number, times = 1) => void waiting.push({ call, times, delayMs }),
    heal: () => void waiting.splice(0),
    /** How often a call has come, whatever became of it. */
    count: (call: Call) => counts.get(call) ?? 0,

    /** Resolves to whether the call is settled already. */
    async befall(call: Call, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      counts.set(call, (counts.get(call) ?? 0) + 1);
      const fault = waiting.find((fault) => fault.call === call && fault.times-- > 0);
      if (fault?.delayMs) await sleep(fault.delayMs, undefined, { ref: false });
      if (fault?.isUnheard) {
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
