import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "./open.ts";

/** Restarts nodes that have exited, like a service manager: the watchdog may kill a node that is stuck. */
export function supervise({ nodes, stage }: World): { stop(): Promise<void> } {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped && !stage.isOver()) {
      for (const node of nodes) {
        if (node.isRunning()) continue;
        stage.count("started by the supervisor");
        await node.start();
      }
      await sleep(100);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
