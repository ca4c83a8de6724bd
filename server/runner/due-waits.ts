import type { Deps } from "../deps.ts";
import { handleDueWaits } from "../domain/conversations/due-waits.ts";
import { wakeLoop } from "./wake-loop.ts";

const pollMs = 10_000;

/** Looks after customers whose time has come: put off until now, or waiting for too long. Returns a function that stops it. */
export function startDueWaits(deps: Deps): () => Promise<void> {
  const loop = wakeLoop(
    async () => {
      await handleDueWaits(deps);
      return pollMs;
    },
    (error) => deps.log.warn({ err: error }, "waiting customers not handled"),
  );
  loop.wake();
  return loop.stop;
}
