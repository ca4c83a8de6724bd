import pg from "pg";

/** A connection for statements that may take hours. */
export async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "banter-transfer",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Text must mean the same on both sides, whatever the settings of the two databases are.
    options: [
      ...["statement_timeout=0", "lock_timeout=0", "idle_in_transaction_session_timeout=0"],
      ...["datestyle=ISO", "intervalstyle=postgres", "timezone=UTC", "extra_float_digits=3", "client_encoding=UTF8"],
    ]
      .map((setting) => `-c ${setting}`)
      .join(" "),
  });
  // Running queries report the error too.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
