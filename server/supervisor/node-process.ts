import cluster from "node:cluster";
import { url as debuggerUrl } from "node:inspector";
import type { Assignment, Ready, StopOrder, ToNode, ToSupervisor } from "./messages.ts";

/** A process that runs one node, as the supervisor sees it. */
export type NodeProcess = {
  pid: number;
  /** Resolves when it serves; rejects if it ends before. */
  ready: Promise<Ready>;
  ended: Promise<Ending>;
  hasEnded(): boolean;
  /** Stops it in order, and kills it if that takes too long. */
  stop(order: StopOrder): Promise<void>;
  /** Undefined if it does not answer soon. */
  findMetrics(): Promise<string | undefined>;
};

/** `reason`: as the node itself has reported it. */
export type Ending = { code: number | null; signal: string | null; isHung: boolean; reason: string | undefined };

/** Answers a node that was asked for the metrics of all nodes. */
type Collect = () => Promise<string[]>;

/** A node without a message for so many seconds hangs. Its own watchdog should have noticed that earlier. */
const maxSilentSeconds = 20;
/** Loading the program may take long on a busy machine. */
const maxStartSeconds = 120;
const maxStopMs = 27_000;
const maxAnswerMs = 2000;

export function startNodeProcess(assignment: Assignment, collect: Collect): NodeProcess {
  const worker = cluster.fork();
  const ready = Promise.withResolvers<Ready>();
  const ended = Promise.withResolvers<Ending>();
  const answers = new Map<number, (text: string | undefined) => void>();
  const state = { silentSeconds: 0, maxSilentSeconds: maxStartSeconds, isHung: false, hasEnded: false, lastId: 0 };
  let reason: string | undefined;
  ready.promise.catch(() => undefined);

  const send = (message: ToNode) => {
    if (worker.isConnected()) worker.send(message, () => undefined);
  };
  const kill = () => void worker.process.kill("SIGKILL");

  worker.on("message", (message: ToSupervisor) => {
    state.silentSeconds = 0;
    if (message.type === "started") {
      state.maxSilentSeconds = maxSilentSeconds;
      send({ type: "assignment", assignment });
    } else if (message.type === "ready") ready.resolve(message.ready);
    else if (message.type === "failed") reason = message.reason;
    else if (message.type === "leaving") send({ type: "left" });
    else if (message.type === "metrics") answers.get(message.id)?.(message.text);
    else if (message.type === "collect_metrics") {
      void collect().then((texts) => send({ type: "metrics_collected", id: message.id, texts }));
    }
  });
  // Counts its own ticks instead of time: a machine that sleeps stops both processes. A debugger stops only one.
  const watching = setInterval(() => {
    if (debuggerUrl() || ++state.silentSeconds <= state.maxSilentSeconds) return;
    state.isHung = true;
    kill();
  }, 1000);
  function end(code: number | null, signal: string | null): void {
    clearInterval(watching);
    state.hasEnded = true;
    for (const answer of answers.values()) answer(undefined);
    ready.reject(new Error(reason ?? "A node has ended before it could serve."));
    ended.resolve({ code, signal, isHung: state.isHung, reason });
  }
  worker.on("exit", end);
  // A process that could not be created has no end.
  worker.on("error", () => worker.process.pid ?? end(null, null));

  return {
    pid: worker.process.pid ?? 0,
    ready: ready.promise,
    ended: ended.promise,
    hasEnded: () => state.hasEnded,
    async stop(order) {
      send({ type: "stop", order });
      const timer = setTimeout(kill, maxStopMs);
      await ended.promise;
      clearTimeout(timer);
    },
    findMetrics() {
      const id = ++state.lastId;
      return new Promise<string | undefined>((resolve) => {
        const timer = setTimeout(resolve, maxAnswerMs, undefined);
        answers.set(id, (text) => {
          clearTimeout(timer);
          resolve(text);
        });
        send({ type: "metrics_wanted", id });
      }).finally(() => answers.delete(id));
    },
  };
}
