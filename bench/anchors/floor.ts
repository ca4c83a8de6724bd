import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import pg from "pg";
import { Pool } from "undici";

// The durable floor: the program that somebody would write by hand for J1 alone. It stores a webhook before it answers
// 200, claims it, posts two answers in order per customer, and deletes it. Each of the three is committed to disk, many
// webhooks to a statement. It checks no signature, keyword, rate or duplicate, knows no customer, and keeps nothing.
const { databaseUrl, origin } = JSON.parse(process.argv[2] ?? "{}") as { databaseUrl: string; origin: string };
// Plain HTTP on connections that are kept open, without pipelining, as Banter calls a platform.
const pool = new Pool(origin, { connections: 1024, pipelining: 1 });
const deliveries = new Map<string, Promise<void>>();
let lastId = 0;

type Webhook = { entry: [{ messaging: [{ sender: { id: string }; message: { text: string } }] }] };
type Stored = { id: number; psid: string; event: unknown };

const inserting = await microBatches<Stored>(
  3,
  `insert into floor_queue (id, psid, event)
   select id, psid, event from json_to_recordset($1) as row (id bigint, psid text, event json)`,
);
const claiming = await microBatches<number>(
  2,
  `update floor_queue set claimed_at = clock_timestamp()
    where id = any (array(select value::bigint from json_array_elements_text($1)))`,
);
const deleting = await microBatches<number>(
  1,
  "delete from floor_queue where id = any (array(select value::bigint from json_array_elements_text($1)))",
);

const app = Fastify({ keepAliveTimeout: 60_000 });
app.post("/webhooks/app/messenger", async ({ body }) => {
  const [event] = (body as Webhook).entry[0].messaging;
  const stored = { id: ++lastId, psid: event.sender.id, event };
  await inserting(stored);
  const delivery = deliver(stored, deliveries.get(stored.psid)).then(() => {
    if (deliveries.get(stored.psid) === delivery) deliveries.delete(stored.psid);
  });
  deliveries.set(stored.psid, delivery);
  return { accepted: 1 };
});
await app.listen({ host: "127.0.0.1", port: 0 });
process.once("disconnect", () => process.exit());
process.send?.({ port: (app.server.address() as AddressInfo).port });

async function deliver({ id, psid }: Stored, earlier: Promise<void> | undefined): Promise<void> {
  if (earlier) await earlier;
  await claiming(id);
  await post(psid, `f.1: Hello ${psid}, welcome to Corner shop.`);
  await post(psid, "f.2: What can we do for you today?");
  await deleting(id);
}

function post(psid: string, text: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const request = { path: "/v25.0/me/messages?access_token=EAAbenchtoken0", method: "POST", headers } as const;
  const body = JSON.stringify({ recipient: { id: psid }, messaging_type: "RESPONSE", message: { text } });
  return new Promise((resolve, reject) => {
    let received = "";
    pool.dispatch(
      { ...request, body },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData: (_, chunk) => {
          received += chunk.toString();
        },
        onResponseEnd: () => resolve(void (JSON.parse(received) as { message_id: string }).message_id),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

/**
 * Runs a statement for many items at once; resolves when it is committed. Items that arrive while `maxBatches` are being
 * written form the next batch; a single item is written at once.
 */
async function microBatches<Item>(maxBatches: number, text: string): Promise<(item: Item) => Promise<void>> {
  // The planner knows no statistics of a new table, and would read all of it.
  const options = "-c enable_seqscan=off -c plan_cache_mode=force_generic_plan";
  const settings = { connectionString: databaseUrl, application_name: "bench-floor", options };
  const clients = Array.from({ length: maxBatches }, () => new pg.Client(settings));
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(clients.map(checkDurable));
  const waiting: { item: Item; resolve: () => void }[] = [];

  async function run(): Promise<void> {
    const client = waiting.length > 0 ? clients.pop() : undefined;
    if (!client) return;
    const batch = waiting.splice(0);
    await client.query({ name: "batch", text, values: [JSON.stringify(batch.map(({ item }) => item))] });
    clients.push(client);
    setImmediate(run);
    for (const { resolve } of batch) resolve();
  }

  return (item) =>
    new Promise((resolve) => {
      if (waiting.push({ item, resolve }) === 1) setImmediate(run);
    });
}

async function checkDurable(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync",
  );
  if (rows[0]?.fsync !== "on" || rows[0]?.sync !== "on") throw new Error("The floor's commits are not durable.");
}
