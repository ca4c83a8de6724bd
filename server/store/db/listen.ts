import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export type Listener = {
  /** Resolves with the first connection: from then on the node holds its lock. */
  ready: Promise<void>;
  stop(): Promise<void>;
};

export type ListenOptions = {
  url: string;
  /** The connection holds the lock of this node, which shows that the node is alive. */
  nodeId: string;
  /** By channel; called with each payload. */
  handlers: Record<string, (payload: string) => void>;
  /** Called after each (re)connect. Notifications sent before it are lost: read the tables instead. */
  onConnected: () => void;
  onError: (error: Error) => void;
  /** How often the connection is checked, and how long the answer may take. */
  checkMs?: number;
};

/** Receives notifications on a connection of its own, and connects again when it is lost. */
export function listen(options: ListenOptions): Listener {
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => undefined);
  const stopping = new AbortController();
  const ended = keepListening(options, first, stopping.signal);
  return {
    ready: first.promise,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function keepListening(
  options: ListenOptions,
  first: PromiseWithResolvers<void>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      await listenOnce(options, first.resolve, stop);
    } catch (thrown) {
      if (stop.aborted) return;
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      first.reject(error);
      options.onError(error);
      await sleep(500, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}

/** Listens on one connection. Throws when it is lost or the listener stops. */
async function listenOnce(options: ListenOptions, onReady: () => void, stop: AbortSignal): Promise<never> {
  const { url, nodeId, handlers, onConnected, checkMs = 5000 } = options;
  const client = new pg.Client({
    connectionString: url,
    application_name: "banter-listen",
    connectionTimeoutMillis: 5000,
    query_timeout: checkMs,
  });
  const lost = new Promise<never>((_, reject) => {
    client.on("error", reject);
    client.on("end", () => reject(new Error("The listening connection ended.")));
  });
  lost.catch(() => undefined);
  client.on("notification", ({ channel, payload = "" }) => handlers[channel]?.(payload));
  try {
    await client.connect();
    for (const channel of Object.keys(handlers)) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    let isLocked = await tryLock(client, nodeId);
    onConnected();
    onReady();
    for (;;) {
      await Promise.race([lost, sleep(checkMs, undefined, { signal: stop })]);
      // Finds a peer that is gone without closing the connection: nothing else is sent on it.
      if (isLocked) await client.query("select 1");
      else isLocked = await tryLock(client, nodeId);
    }
  } finally {
    // A peer that is gone never confirms the end.
    await Promise.race([client.end().catch(() => undefined), sleep(1000)]);
  }
}

/** Keeps the locks of nodes apart from other advisory locks. */
export const nodeLockSeed = 727_266;

/** Returns false while the server has not noticed the end of the connection that held the lock before. */
async function tryLock(client: pg.Client, nodeId: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "select pg_try_advisory_lock(hashtextextended($1, $2)) as held",
    [nodeId, nodeLockSeed],
  );
  return rows[0]?.held ?? false;
}
