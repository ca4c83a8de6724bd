import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export type Listening = {
  /** Settles with the first connection: from then on the node holds its lock. */
  ready: Promise<void>;
  stop(): Promise<void>;
};

export type Hearing = {
  url: string;
  /** The node whose lock the connection holds: as long as it is held, the node lives. */
  nodeId: string;
  /** By channel, called with each payload. */
  handlers: Record<string, (payload: string) => void>;
  /** After each (re)connect. Notifications sent while there was no connection are lost: ask the database. */
  onConnected: () => void;
  onError: (error: Error) => void;
  /** How often the connection is checked, and how long the answer may take. */
  checkMs?: number;
};

/** Receives notifications on a connection of its own, and makes a new one when that is lost. */
export function listen(hearing: Hearing): Listening {
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => undefined);
  const stopping = new AbortController();
  const ended = keepListening(hearing, first, stopping.signal);
  return {
    ready: first.promise,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function keepListening(hearing: Hearing, first: PromiseWithResolvers<void>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      await listenOnce(hearing, first.resolve, stop);
    } catch (thrown) {
      if (stop.aborted) return;
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      first.reject(error);
      hearing.onError(error);
      await sleep(500, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}

/** The life of one connection. Throws when it is lost or is to stop. */
async function listenOnce(hearing: Hearing, onReady: () => void, stop: AbortSignal): Promise<never> {
  const { url, nodeId, handlers, onConnected, checkMs = 5000 } = hearing;
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
      // Also shows that the peer is still there: nothing else is sent, and a peer without power says no goodbye.
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

/** Fails while the server has not noticed the end of the connection that held the lock before. */
async function tryLock(client: pg.Client, nodeId: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "select pg_try_advisory_lock(hashtextextended($1, $2)) as held",
    [nodeId, nodeLockSeed],
  );
  return rows[0]?.held ?? false;
}
