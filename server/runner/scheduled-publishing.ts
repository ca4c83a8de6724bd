import type { Deps } from "../deps.ts";
import { startDueRules } from "../domain/audience/rule-days.ts";
import { publishDueFlows } from "../domain/catalog/flow-schedule.ts";
import { wakeLoop } from "./wake-loop.ts";

const pollMs = 5000;

/** Publishes flows and prepares the days of rules at their time. Every node looks for them. Returns a function that stops it. */
export function startScheduledPublishing(deps: Deps): () => Promise<void> {
  const loop = wakeLoop(
    async () => {
      const hasMore = [await publishDueFlows(deps), await startDueRules(deps)].includes(true);
      return hasMore ? 0 : pollMs;
    },
    (error) => deps.log.warn({ err: error }, "scheduled publishing failed"),
  );
  loop.wake();
  return loop.stop;
}
