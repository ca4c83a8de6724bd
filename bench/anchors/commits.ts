import pg from "pg";

/** Single-row commits per second by eight clients: the cost of durability alone. */
export async function openCommits(databaseUrl: string) {
  const open = () => new pg.Client({ connectionString: databaseUrl, application_name: "bench-commits" });
  const clients = Array.from({ length: 8 }, open);
  await Promise.all(clients.map((client) => client.connect()));

  async function measure(seconds: number): Promise<number> {
    const startedAt = performance.now();
    const endAt = startedAt + seconds * 1000;
    let commits = 0;
    async function work(client: pg.Client): Promise<void> {
      while (performance.now() < endAt && commits < 1_000_000) {
        await client.query({
          name: "commit",
          text: "insert into bench_commits (text) values ($1)",
          values: ["Hello there"],
        });
        commits++;
      }
    }
    await Promise.all(clients.map(work));
    return commits / ((performance.now() - startedAt) / 1000);
  }

  return { measure, stop: () => Promise.all(clients.map((client) => client.end())) };
}
