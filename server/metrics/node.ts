import type { Health, State } from "../health.ts";
import type { LiveHub } from "../live/hub.ts";
import type { Database } from "../store/db/db.ts";
import type { Metrics } from "./metrics.ts";

type Parts = {
  health: Health;
  pools: Record<string, Pick<Database["pool"], "totalCount" | "idleCount" | "waitingCount">>;
  hub: LiveHub;
};

const states: State[] = ["starting", "ready", "unstored", "disk_full", "stopping"];

/** Gauges of this process: its health, its connections to the database and its open chats. */
export function addNodeGauges(metrics: Metrics, { health, pools, hub }: Parts): void {
  const labelled = <Label extends string>(name: string, help: string, labelNames: Label[]) => ({
    name,
    help,
    labelNames,
  });

  metrics.gauge({ name: "heartbeat_age_seconds", help: "Time since the last heartbeat that the database took" }, () => {
    const silenceMs = health.silenceMs();
    return silenceMs === undefined ? undefined : silenceMs / 1000;
  });
  metrics.gauge(labelled("node_state", "1 for the state that this node is in", ["state"]), () =>
    states.map((state) => ({ labels: { state }, value: health.state() === state ? 1 : 0 })),
  );
  metrics.gauge(
    labelled("pool_connections", "Connections to the database, and callers that wait for one", ["pool", "state"]),
    () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
        { labels: { pool, state: "busy" }, value: totalCount - idleCount },
        { labels: { pool, state: "idle" }, value: idleCount },
        { labels: { pool, state: "waiting" }, value: waitingCount },
      ]),
  );
  metrics.gauge({ name: "chats_open", help: "Web chats with an open event stream on this node" }, () => hub.count());
}
