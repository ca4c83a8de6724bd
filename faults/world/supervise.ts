import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "./open.ts";

/** Starts nodes that have ended by themselves, as a service manager does. A node may end when it finds itself stuck. */
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
