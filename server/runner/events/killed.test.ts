import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createEndpoint } from "../../domain/events/endpoints.ts";
import { sql } from "../../store/db/sql.ts";
import { testDatabase } from "../../test/app.ts";
import { aFlow, aKeyword, aPostPage } from "../../test/builders.ts";
import { aServer } from "../../test/loopback-server.ts";
import { startPlatform } from "../../test/platform.ts";
import { seededRandom } from "../../test/random.ts";
import { aServerProcess } from "../../test/server-process.ts";
import { until } from "../../test/until.ts";

const kills = 8;
const customers = 8;

test("a server killed at random moments loses no event, and repeats one with the same id only", async (t) => {
  const random = seededRandom(t);
  const platform = await startPlatform(t);
  let answers = 0;
  // Every fifth call is refused, so that events wait for another attempt while the server dies.
  const program = await aServer(t, (_, response) => response.writeHead(++answers % 5 === 0 ? 500 : 200).end());
  const db = await testDatabase(t);
  const { pageId } = await aPostPage({ db }, platform.origin, {
    flows: [aFlow("Hello")],
    keywords: [aKeyword("hi", "Hello")],
  });
  const types = ["message.received", "message.sent"] as const;
  await createEndpoint({ db }, pageId, { name: "Till", url: `${program.origin}/events`, types: [...types] });
  const server = await aServerProcess(t, db.url, { ALLOW_PRIVATE_HOSTS: "127.0.0.1" });
  await server.start();

  let isStopped = false;
  const spoken: string[] = [];
  async function talk(psid: string): Promise<void> {
    for (let number = 0; !isStopped; number++) {
      const events = [{ id: `${psid} ${number}`, from: psid, text: "hi", sequence: number }];
      const post = () =>
        fetch(`${server.baseUrl}/webhooks/${pageId}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-secret": "right" },
          body: JSON.stringify({ events }),
        }).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await post())) await sleep(30);
      spoken.push(`${psid} ${number}`);
      await sleep(20);
    }
  }
  const talking = Promise.all(Array.from({ length: customers }, (_, customer) => talk(`tg_${customer}`)));
  for (let kill = 0; kill < kills; kill++) {
    await sleep(150 + random() * 900);
    await server.kill();
    await server.start();
  }
  isStopped = true;
  await talking;
  // A node that died has claimed events for a minute; refused ones wait for longer.
  await until(async () => {
    await db.count(sql`update event_deliveries set due_at = now() where due_at > now() + interval '2 seconds'`);
    const open = await db.count(sql`
      select 1 from mailbox
      union all
      select 1 from messages where status in ('queued', 'sending')
      union all
      select 1 from event_deliveries where not is_done`);
    return open === 0;
  });

  const stored = await db.many<{ id: string }>(sql`
    select 'evt_' || id || '-0' as id from turns where event ->> 'type' = 'message'
    union all
    select 'evt_' || id || '-sent' from messages`);
  const told = new Map<string, number>();
  for (const { headers } of program.seen) {
    const id = String(headers["webhook-id"]);
    told.set(id, (told.get(id) ?? 0) + 1);
  }
  t.diagnostic(`${spoken.length} messages, ${stored.length} events, ${program.seen.length} calls`);
  assert.ok(spoken.length > 20);
  assert.deepEqual([...told.keys()].sort(), stored.map(({ id }) => id).sort());
  assert.equal(stored.length, 2 * spoken.length);
});
