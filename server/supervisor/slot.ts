import type { Logger } from "pino";
import type { Ready, StopOrder } from "./messages.ts";
import type { Ending, NodeProcess } from "./node-process.ts";

export type SlotDeps = {
  log: Logger;
  launch: (number: number) => NodeProcess;
  /** A node has ended without being asked to. Called before it is started again. */
  onFailed: (number: number, ending: Ending, nodeId: string | undefined) => void;
};

const firstPauseMs = 500;
const maxPauseMs = 30_000;
/** A node that has served this long has recovered from earlier failures. */
const healthyMs = 60_000;

/** The place of one node: keeps a process running in it. */
export class Slot {
  readonly number: number;
  readonly #deps: SlotDeps;
  /** All processes of this place: while one is replaced there are two. */
  readonly #processes = new Set<NodeProcess>();
  #current: NodeProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #failures = 0;
  #isReplacing = false;
  #isStopped = false;

  constructor(number: number, deps: SlotDeps) {
    this.number = number;
    this.#deps = deps;
  }

  get current(): NodeProcess | undefined {
    return this.#current;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** From now on, the node is started again whenever it ends. */
  start(): Promise<Ready> {
    this.#current = this.#launch();
    return this.#current.ready;
  }

  /** Starts another process, and stops the old one when the new one serves. False if the new one does not start. */
  async replace(): Promise<boolean> {
    const old = this.#current;
    this.#isReplacing = true;
    clearTimeout(this.#restart);
    const fresh = this.#launch();
    const isReady = await fresh.ready.then(
      () => true,
      () => false,
    );
    this.#isReplacing = false;
    if (this.#isStopped) return false;
    if (isReady) this.#current = fresh;
    else if (old?.hasEnded()) this.#startLater();
    if (isReady && old && !old.hasEnded()) await old.stop({ isReplaced: true });
    return isReady;
  }

  async stop(order: StopOrder): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#restart);
    await Promise.all([...this.#processes].map((each) => each.stop(order)));
  }

  #launch(): NodeProcess {
    const startedAt = performance.now();
    const launched = this.#deps.launch(this.number);
    let nodeId: string | undefined;
    this.#processes.add(launched);
    launched.ready.then(
      (ready) => {
        nodeId = ready.nodeId;
        this.#deps.log.info({ node: this.number, nodeId, nodePid: launched.pid }, "node serves");
      },
      () => undefined,
    );
    void launched.ended.then((ending) => {
      this.#processes.delete(launched);
      if (this.#isStopped || (ending.code === 0 && launched !== this.#current)) return;
      this.#deps.onFailed(this.number, ending, nodeId);
      if (performance.now() - startedAt > healthyMs) this.#failures = 0;
      else if (nodeId === undefined) this.#failures = Math.max(this.#failures, 1);
      if (launched === this.#current && !this.#isReplacing) this.#startLater();
    });
    return launched;
  }

  /** At once after the first failure of a node that has served, then later each time. */
  #startLater(): void {
    const pauseMs = this.#failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** (this.#failures - 1), maxPauseMs);
    this.#failures = Math.min(this.#failures + 1, 10);
    this.#restart = setTimeout(() => void this.start().catch(() => undefined), pauseMs);
  }
}
