import type { Deps } from "../deps.ts";
import { claimNextEvaluation, runEvaluation } from "../domain/evaluations/run-evaluation.ts";
import type { DueEvaluation } from "../store/evaluations/evaluations.ts";
import { type WakeLoop, wakeLoop } from "./wake-loop.ts";

/** A changed set-up wakes it; this is for runners that died. */
const pollMs = 60_000;
/** Models take seconds for each question: others go on beside it. */
const maxAtOnce = 4;

/** Runs evaluations. Every node looks for them; one is claimed by one node. */
export function runEvaluations(deps: Deps): WakeLoop {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const loop = wakeLoop(
    async () => {
      while (!stopping.signal.aborted && running.size < maxAtOnce) {
        const due = await claimNextEvaluation(deps);
        if (!due) break;
        start(due);
      }
      return pollMs;
    },
    (error) => deps.log.warn({ err: error }, "evaluations not looked for"),
  );

  function start(due: DueEvaluation): void {
    const work = runEvaluation(deps, due, { signal: stopping.signal })
      .catch((error) => deps.log.warn({ err: error, ...due }, "evaluation not run"))
      .finally(() => {
        running.delete(work);
        loop.wake();
      });
    running.add(work);
  }

  return {
    wake: loop.wake,
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(running);
    },
  };
}
