import pg from "pg";

/** For changing settings and forcing checkpoints, which Banter's own role may not do. */
export async function asSuperuser<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  return withSuperuser(url, async (client) => (await client.query<Row>(text)).rows);
}

/** A connection without a time limit. */
export async function withSuperuser<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const superuser = new URL(url);
  superuser.username = "postgres";
  const client = new pg.Client({ connectionString: superuser.href, application_name: "bench" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
