import pg from "pg";

type Callback = Parameters<typeof pg.Pool.prototype.connect>[0];

/** A pool that knows how long its callers wait while all connections are in use. */
export class WatchedPool extends pg.Pool {
  readonly #waits = new Set<{ since: number }>();

  /** The longest wait at this moment, in milliseconds; 0 if nobody waits. */
  waitingMs(): number {
    // A set keeps the order of insertion.
    const [longest] = this.#waits;
    return longest ? performance.now() - longest.since : 0;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    // Opening a new connection is no sign of too much work.
    const ended = this.totalCount < this.options.max ? () => undefined : this.#wait();
    if (!callback) return super.connect().finally(ended);
    super.connect((error, client, done) => {
      ended();
      callback(error, client, done);
    });
    return undefined;
  }

  /** Counts a wait until the returned function is called. */
  #wait(): () => void {
    const wait = { since: performance.now() };
    this.#waits.add(wait);
    return () => this.#waits.delete(wait);
  }
}
