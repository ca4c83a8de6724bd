import cluster from "node:cluster";
import { mergeMetrics } from "./merge-metrics.ts";
import type { Assignment, Ready, StopOrder, ToNode, ToSupervisor } from "./messages.ts";
import type { Siblings } from "./siblings.ts";

/** A node's connection to its supervisor. If the supervisor ends, `node:cluster` ends the node. */
export type Link = {
  assignment: Promise<Assignment>;
  siblings(number: number): Siblings;
  reportReady(ready: Ready): void;
  /** Resolves when the supervisor will know. */
  reportFailure(reason: string): Promise<void>;
  /**
   * To be called after the node has stopped listening. Connections that were on their way to it have been given back
   * when this resolves, because messages keep their order: they would be lost if the process ended earlier.
   */
  leave(): Promise<void>;
};

const beatMs = 1000;

export function openLink(onStop: (order: StopOrder) => void): Link {
  const assigned = Promise.withResolvers<Assignment>();
  const left = Promise.withResolvers<void>();
  const collecting = new Map<number, (texts: string[]) => void>();
  let read = async () => "";
  let lastId = 0;

  function receive(message: ToNode): void {
    if (message.type === "assignment") assigned.resolve(message.assignment);
    else if (message.type === "stop") onStop(message.order);
    else if (message.type === "left") left.resolve();
    else if (message.type === "metrics_wanted") void read().then((text) => send({ ...message, type: "metrics", text }));
    else {
      collecting.get(message.id)?.(message.texts);
      collecting.delete(message.id);
    }
  }
  process.on("message", receive);
  // The supervisor has ended.
  cluster.worker?.on("error", () => process.exit(1));
  send({ type: "started" });
  setInterval(() => send({ type: "beat" }), beatMs).unref();

  return {
    assignment: assigned.promise,
    reportReady: (ready) => send({ type: "ready", ready }),
    reportFailure: (reason) => new Promise((resolve) => send({ type: "failed", reason }, resolve)),
    leave() {
      send({ type: "leaving" });
      return left.promise;
    },
    siblings: (number) => ({
      number,
      answerMetrics: (given) => {
        read = given;
      },
      async collectMetrics() {
        const id = ++lastId;
        const collected = new Promise<string[]>((resolve) => collecting.set(id, resolve));
        send({ type: "collect_metrics", id });
        return mergeMetrics(await collected);
      },
    }),
  };
}

function send(message: ToSupervisor, onSent: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, onSent);
}
