import type { ConnectionShare } from "../store/db/share-connections.ts";

/** A node's share, which the supervisor gives it at its start. */
export type Assignment = {
  /** The node's place, from 1. A node that replaces another has its number. */
  number: number;
  databaseUrl: string;
  connections: ConnectionShare;
};

/** `isReplaced`: another node has taken its place, so that the server stays ready. Otherwise all nodes stop. */
export type StopOrder = { isReplaced: true } | { isReplaced: false; graceMs: number };

/** How a node that serves is known. */
export type Ready = { nodeId: string; baseUrl: string };

export type ToNode =
  | { type: "assignment"; assignment: Assignment }
  | { type: "stop"; order: StopOrder }
  /** Answers `leaving`. */
  | { type: "left" }
  | { type: "metrics_wanted"; id: number }
  | { type: "metrics_collected"; id: number; texts: string[] };

export type ToSupervisor =
  /** The first message: the node waits for its assignment. */
  | { type: "started" }
  /** Sent once a second while the event loop runs. */
  | { type: "beat" }
  | { type: "ready"; ready: Ready }
  /** The node could not start, and ends. */
  | { type: "failed"; reason: string }
  /** The node has stopped listening. */
  | { type: "leaving" }
  | { type: "metrics"; id: number; text: string }
  /** The node was asked for the metrics of all nodes. */
  | { type: "collect_metrics"; id: number };
