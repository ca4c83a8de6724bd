import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "@banter/core/test/at-end.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aPostPage, type TestPage } from "../test/builders.ts";
import { startPlatform } from "../test/platform.ts";
import type { PostedMessage } from "../test/post-channel.ts";
import { seededRandom } from "../test/random.ts";
import { aServerProcess, type ServerProcess } from "../test/server-process.ts";
import { until } from "../test/until.ts";

const kills = 20;
const customers = 24;

test("a server killed at twenty random moments under load loses nothing and keeps the order", async (t) => {
  const random = seededRandom(t);
  const platform = await startPlatform(t);
  platform.answer = () => ({ delayMs: random() * 15 });
  const db = await testDatabase(t);
  const page = await aPostPage({ db }, platform.origin);
  const server = await aServerProcess(t, db.url, { API_RATE_PER_SECOND: "100000", API_RATE_BURST: "100000" });
  await server.start();

  const givenUp = new AbortController();
  atEnd(t, () => givenUp.abort());
  const load = startLoad(server, page, givenUp.signal);
  const talk = startTalk(server, page, givenUp.signal);
  for (let kill = 0; kill < kills; kill++) {
    await sleep(150 + random() * 900);
    await server.kill();
    await sleep(random() * 300);
    await server.start();
  }
  const [accepted, spoken] = await Promise.all([load.stop(), talk.stop()]);
  await until(async () => (await db.count(unfinished)) === 0);

  assert.ok(accepted.size > 100, `only ${accepted.size} sends were accepted`);
  const firsts = firstDeliveries(platform.received);
  for (let customer = 0; customer < customers; customer++) {
    const psid = `tg_${customer}`;
    const wanted = [...accepted].filter((text) => text.startsWith(`${psid} `));
    assert.deepEqual(
      firsts.filter((text) => text.startsWith(`${psid} `)),
      wanted,
      "lost or out of order",
    );
  }
  for (const [psid, count] of spoken) {
    const turns = await db.many<{ text: string }>(sql`
      select event ->> 'text' as text from turns where page_id = ${page.pageId} and psid = ${psid} order by id`);
    assert.deepEqual(
      turns.map(({ text }) => text),
      Array.from({ length: count }, (_, number) => `${number}`),
      "what a customer wrote was lost, doubled or out of order",
    );
  }
  const repeated = repeatedIds(platform.received);
  const marked = await db.many<{ id: number }>(sql`select id from messages where possible_duplicate`);
  const markedIds = new Set(marked.map(({ id }) => id));
  const written = [...spoken.values()].reduce((sum, count) => sum + count, 0);
  t.diagnostic(
    `${accepted.size} accepted, ${written} written, ${kills} kills, ${repeated.size} delivered twice, ${markedIds.size} marked`,
  );
  assert.ok(
    [...repeated].every((id) => markedIds.has(id)),
    "a duplicate is not marked",
  );
  assert.ok(repeated.size <= kills * 32, "more duplicates than calls can have been in flight");
});

const unfinished = sql`
  select 1 from messages where status in ('queued', 'sending')
  union all
  select 1 from mailbox`;

/** Sends numbered texts to each customer, one after the other; a send is repeated with its key until it is accepted. */
function startLoad(server: ServerProcess, page: TestPage, signal: AbortSignal) {
  const accepted = new Set<string>();
  let isStopped = false;

  async function run(psid: string): Promise<void> {
    for (let number = 0; !isStopped; number++) {
      const text = `${psid} ${number}`;
      while (!(await send(server, page, psid, text))) await sleep(30, undefined, { signal });
      accepted.add(text);
      await sleep(20, undefined, { signal });
    }
  }
  const running = Promise.all(Array.from({ length: customers }, (_, customer) => run(`tg_${customer}`)));
  return {
    async stop(): Promise<Set<string>> {
      isStopped = true;
      await running;
      return accepted;
    },
  };
}

/** Customers write numbered messages, one after the other; the platform repeats each webhook until it is accepted. */
function startTalk(server: ServerProcess, { pageId }: TestPage, signal: AbortSignal) {
  const spoken = new Map<string, number>();
  let isStopped = false;

  async function run(psid: string): Promise<void> {
    for (let number = 0; !isStopped; number++) {
      const events = [{ id: `${psid} ${number}`, from: psid, text: `${number}`, sequence: number }];
      const report = () =>
        fetch(`${server.baseUrl}/webhooks/${pageId}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-secret": "right" },
          body: JSON.stringify({ events }),
        }).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await report())) await sleep(30, undefined, { signal });
      spoken.set(psid, number + 1);
      await sleep(20, undefined, { signal });
    }
  }
  const running = Promise.all(Array.from({ length: 6 }, (_, customer) => run(`tg_9${customer}`)));
  return {
    async stop(): Promise<Map<string, number>> {
      isStopped = true;
      await running;
      return spoken;
    },
  };
}

async function send(server: ServerProcess, { pageId, token }: TestPage, psid: string, text: string): Promise<boolean> {
  const data = { version: "v2", content: { messages: [{ type: "text", text }] } };
  const answer = await fetch(`${server.baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`, {
    method: "POST",
    headers: { "content-type": "application/json", "access-token": token, "idempotency-key": text.replace(" ", "-") },
    body: JSON.stringify({ psid, data }),
  }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  if (answer && !answer.ok && answer.status < 500) throw new Error(`Refused with ${answer.status}.`);
  return answer?.ok === true;
}

const textOf = ({ message }: PostedMessage) => ("text" in message ? message.text : "");

function firstDeliveries(received: PostedMessage[]): string[] {
  return [...new Set(received.map(textOf))];
}

function repeatedIds(received: PostedMessage[]): Set<number> {
  const byId = Map.groupBy(received, ({ id }) => id);
  return new Set([...byId].filter(([, times]) => times.length > 1).map(([id]) => id));
}
