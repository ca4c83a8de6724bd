import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { Pool } from "undici";

// The durable floor: the minimal program that receives a webhook, stores it with its two answers before it answers 200,
// delivers these over HTTP in order per customer, and stores that they were delivered. It checks no signature, keyword,
// rate or duplicate. (`any` keeps the planner, which has no statistics of a new table, from scanning all of it.)
const { databaseUrl, origin } = JSON.parse(process.argv[2] ?? "{}") as { databaseUrl: string; origin: string };
const pool = new Pool(origin, { connections: 64, pipelining: 1 });
const deliveries = new Map<string, Promise<void>>();
let lastId = Date.now() * 1000;
type Message = { id: number; to: string; message: { type: "text"; text: string }; payloads: string[] };
type Incoming = { id: number; psid: string; event: unknown; messages: Message[]; response: ServerResponse };

const accepting = microBatches<Incoming>({
  maxBatches: 3,
  statement: `
    with incoming as (
      select id, psid, event, one, two
        from json_to_recordset($1) as row (id bigint, psid text, event json, one json, two json)
    ), stored as (
      insert into floor_events (id, psid, event) select id, psid, event from incoming
    )
    insert into floor_messages (id, psid, content)
    select id + 1, psid, one from incoming union all select id + 2, psid, two from incoming`,
  rowOf: ({ id, psid, event, messages: [one, two] }) => ({ id, psid, event, one: one?.message, two: two?.message }),
  onStored: answerAndDeliver,
});

const recording = microBatches<{ id: number; platform_id: string }>({
  maxBatches: 1,
  statement: `
    update floor_messages set platform_id = row.platform_id, sent_at = clock_timestamp()
      from json_to_recordset($1) as row (id bigint, platform_id text)
     where floor_messages.id = row.id
       and floor_messages.id = any (array(select id from json_to_recordset($1) as row (id bigint)))`,
  rowOf: (outcome) => outcome,
  onStored: () => {},
});

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on("end", () => {
    const [event] = (JSON.parse(body) as { events: [{ from: string; text: string }] }).events;
    const id = lastId;
    lastId += 3;
    const texts = [`f.1: Hello ${event.from}, welcome to Corner shop.`, "f.2: What can we do for you today?"];
    const messages = texts.map((text, index) => messageTo(event.from, id + 1 + index, text));
    accepting.add({ id, psid: event.from, event, messages, response });
  });
});
await Promise.all([accepting.open(), recording.open()]);
await once(server.listen(0, "127.0.0.1"), "listening");
process.once("disconnect", () => process.exit());
process.send?.({ port: (server.address() as AddressInfo).port });

function messageTo(to: string, id: number, text: string): Message {
  return { id, to, message: { type: "text", text }, payloads: [] };
}

function answerAndDeliver({ psid, messages, response }: Incoming): void {
  response.sendDate = false;
  response.writeHead(200, ["content-type", "application/json", "content-length", "14"]).end('{"accepted":1}');
  const delivery = deliver(messages, deliveries.get(psid)).then(() => {
    if (deliveries.get(psid) === delivery) deliveries.delete(psid);
  });
  deliveries.set(psid, delivery);
}

async function deliver(messages: Message[], earlier: Promise<void> | undefined): Promise<void> {
  if (earlier) await earlier;
  for (const message of messages) recording.add({ id: message.id, platform_id: await post(message) });
}

function post(message: Message): Promise<string> {
  const request = { path: "/messages", method: "POST", headers: { "content-type": "application/json" } } as const;
  return new Promise((resolve, reject) => {
    let received = "";
    pool.dispatch(
      { ...request, body: JSON.stringify(message) },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData: (_, chunk) => {
          received += chunk.toString();
        },
        onResponseEnd: () => resolve((JSON.parse(received) as { message_id: string }).message_id),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

type Batching<Item> = { maxBatches: number; statement: string; rowOf(item: Item): unknown; onStored(item: Item): void };

/** Items that arrive while batches are being written form the next batch; a single item is written at once. */
function microBatches<Item>({ maxBatches, statement, rowOf, onStored }: Batching<Item>) {
  const settings = { connectionString: databaseUrl, application_name: "bench-floor" };
  const clients = Array.from({ length: maxBatches }, () => new pg.Client(settings));
  const waiting: Item[] = [];

  async function run(): Promise<void> {
    const client = waiting.length > 0 ? clients.pop() : undefined;
    if (!client) return;
    const batch = waiting.splice(0);
    await client.query({ name: "batch", text: statement, values: [JSON.stringify(batch.map(rowOf))] });
    clients.push(client);
    setImmediate(run);
    for (const item of batch) onStored(item);
  }

  const add = (item: Item) => void (waiting.push(item) === 1 && setImmediate(run));
  return { add, open: () => Promise.all(clients.map((client) => client.connect())) };
}
