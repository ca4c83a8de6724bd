import pg from "pg";

export type Listening = { stop(): Promise<void> };

/**
 * Hears notifications on a connection of its own. What was said while the connection was away is lost, so after each
 * (re)connect `onConnected` asks the database itself.
 */
export function listen(
  url: string,
  handlers: Record<string, (payload: string) => void>,
  { onConnected, onError }: { onConnected: () => void; onError: (error: Error) => void },
): Listening {
  let client: pg.Client | undefined;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function start(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, application_name: "banter-listen", keepAlive: true });
    client = fresh;
    let isLost = false;
    const lose = (error: Error) => {
      if (isLost || isStopped) return;
      isLost = true;
      onError(error);
      fresh.end().catch(() => undefined);
      retry = setTimeout(start, 500);
    };
    fresh.on("error", lose);
    fresh.on("end", () => lose(new Error("The listening connection ended.")));
    fresh.on("notification", ({ channel, payload = "" }) => handlers[channel]?.(payload));
    try {
      await fresh.connect();
      for (const channel of Object.keys(handlers)) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      onConnected();
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
    }
  }
  void start();

  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
