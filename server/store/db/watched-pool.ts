import pg from "pg";

type Callback = Parameters<typeof pg.Pool.prototype.connect>[0];

/** A pool that knows how long its callers wait while all connections are in use, and which connections may be dead. */
export class WatchedPool extends pg.Pool {
  readonly #waits = new Set<{ since: number }>();
  readonly #openedAt = new WeakMap<pg.PoolClient, number>();
  #silentAt = Number.NEGATIVE_INFINITY;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on("connect", (client) => this.#openedAt.set(client, performance.now()));
  }

  /**
   * A connection has gone silent. Whatever has cut it may have cut the others too, and each would keep a caller waiting
   * just as long: those opened before are replaced before their next use.
   */
  distrustOpened(): void {
    this.#silentAt = performance.now();
  }

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
    if (!callback)
      return new Promise((resolve, reject) => {
        this.#take((error, client) => {
          ended();
          if (client) resolve(client);
          else reject(error);
        });
      });
    this.#take((error, client, done) => {
      ended();
      callback(error, client, done);
    });
    return undefined;
  }

  #take(callback: Callback): void {
    super.connect((error, client, done) => {
      if (!client || (this.#openedAt.get(client) ?? 0) >= this.#silentAt) return callback(error, client, done);
      done(true);
      this.#take(callback);
    });
  }

  /** Counts a wait until the returned function is called. */
  #wait(): () => void {
    const wait = { since: performance.now() };
    this.#waits.add(wait);
    return () => this.#waits.delete(wait);
  }
}
