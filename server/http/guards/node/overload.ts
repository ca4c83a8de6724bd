import { monitorEventLoopDelay } from "node:perf_hooks";
import { AppError } from "@banter/core/model/error.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../../deps.ts";

/** Load balancers and monitoring must get an answer, above all from a server that is overloaded. */
const alwaysAnswered = new Set(["/healthz", "/readyz", "/metrics"]);

const resolutionMs = 10;
const windowMs = 1000;
const warningMs = 10_000;
/** After this time without a request the loop is not measured: a timer every 10 ms is most of an idle server's work. */
const quietMs = 10_000;

/**
 * Refuses requests with 503 before anything of them is read, while work waits too long: for a connection to the
 * database, or for the event loop. A refusal costs little, so that accepted requests are still answered in time.
 */
export function refuseWhenOverloaded(
  app: FastifyInstance,
  { config, log, waitingMs }: Pick<Deps, "config" | "log" | "waitingMs">,
): void {
  const admission = admissionControl();
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  let warnedAt = Number.NEGATIVE_INFINITY;
  let delayMs = 0;

  let judging: NodeJS.Timeout | undefined;
  let calledAt = 0;

  function judge(): void {
    const beforeMs = delayMs;
    delayMs = Math.max(0, delays.percentile(50) / 1e6 - resolutionMs);
    delays.reset();
    // One long pause is no overload: the median of two windows must be too high.
    admission.adjust(Math.min(beforeMs, delayMs) > config.overloadMs);
    if (performance.now() - calledAt > quietMs) stop();
  }
  function stop(): void {
    clearInterval(judging);
    judging = undefined;
    delayMs = 0;
    delays.disable();
  }

  app.addHook("onRequest", async ({ routeOptions }) => {
    if (alwaysAnswered.has(routeOptions.url ?? "")) return;
    calledAt = performance.now();
    if (!judging) {
      judging = setInterval(judge, windowMs).unref();
      delays.enable();
    }
    const waitedMs = waitingMs();
    if (waitedMs <= config.overloadMs && admission.admits()) return;
    if (performance.now() - warnedAt > warningMs) {
      warnedAt = performance.now();
      log.warn({ connectionWaitMs: Math.round(waitedMs), eventLoopDelayMs: Math.round(delayMs) }, "server overloaded");
    }
    throw new AppError("unavailable", "The server has too much to do: try again in a moment.");
  });
  app.addHook("onClose", async () => stop());
}

/**
 * The share of requests that are admitted: halved after each window with overload, raised slowly after others. To
 * refuse all of them until the overload is over would let the load swing between everything and nothing.
 */
function admissionControl() {
  let share = 1;
  let credit = 0;
  return {
    adjust(isOverloaded: boolean): void {
      share = isOverloaded ? Math.max(0.1, share / 2) : Math.min(1, share + 0.2);
    },
    admits(): boolean {
      if (share === 1) return true;
      credit += share;
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
  };
}
