import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { channels } from "../channels/index.ts";
import { sql } from "../store/db/sql.ts";
import { aFlow, aKeyword, aPostPage } from "../test/builders.ts";
import { aServer } from "../test/loopback-server.ts";
import { testNode } from "../test/node.ts";
import { platformOn } from "../test/platforms/graph/driver.ts";
import { startMessenger } from "../test/platforms/messenger.ts";
import { aConversation } from "../test/platforms/scenario.ts";
import { postChannel } from "../test/post-channel.ts";
import { until } from "../test/until.ts";

const file = { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] };

/** A platform whose answers the test decides: a status with headers, or none for a call that hangs. */
type Answer = { status: number; body?: object } | "hang";

async function aPlatform(t: Test, answer: (to: string, path: string) => Answer) {
  const hanging = new Set<ServerResponse>();
  let ended = 0;
  const taken: string[] = [];
  const server = await aServer(t, (request, response) => {
    const { to = "", psid = to, id = 0 } = JSON.parse(server.seen.at(-1)?.body ?? "{}");
    const given = answer(psid, request.url ?? "");
    if (given === "hang") {
      hanging.add(response.on("close", () => ended++));
      return;
    }
    if (given.status === 200 && request.url === "/messages") taken.push(psid);
    response.writeHead(given.status).end(JSON.stringify({ message_id: `p${id}`, ...given.body }));
  });
  const seenOf = (prefix: string) => server.seen.filter(({ body }) => body.includes(`"to":"${prefix}`)).length;
  return { ...server, hanging, ended: () => ended, taken, seenOf };
}

async function aNodeWith(t: Test, timeoutMs: number) {
  const node = await testNode(t, { channels: { ...channels, telegram: postChannel({ timeoutMs }) } });
  let count = 0;
  const write = async (pageId: string, psids: string[]) => {
    const events = psids.map((from) => ({ id: String(++count), from, text: "hello" }));
    const body = JSON.stringify({ events });
    const sent = await fetch(`${node.baseUrl}/webhooks/${pageId}`, {
      method: "POST",
      headers: { "x-secret": "right" },
      body,
    });
    assert.equal(sent.status, 200);
  };
  const reasons = async (pageId: string) => {
    const rows = await node.deps.db.many<{ status: string; reason: string | null; attempts: number }>(sql`
      select status, reason, attempts from messages where page_id = ${pageId} order by id`);
    return rows.map(({ status, reason, attempts }) => `${status} ${reason ?? "-"} ${attempts}`);
  };
  return { ...node, write, reasons };
}

const people = (prefix: string, count: number) => Array.from({ length: count }, (_, number) => `${prefix}${number}`);

for (const pages of [2, 4, 10]) {
  test(`${pages} pages whose calls hang delay no other page of the platform`, async (t) => {
    const platform = await aPlatform(t, (to) => (to.startsWith("tg_9") ? "hang" : { status: 200 }));
    const { deps, write, reasons } = await aNodeWith(t, 120_000);
    atEnd(t, () => {
      for (const response of platform.hanging) response.destroy();
    });
    const hanging = await Promise.all(people("", pages).map(() => aPostPage(deps, platform.origin, file)));
    const healthy = await aPostPage(deps, platform.origin, file);

    for (const [index, { pageId }] of hanging.entries()) await write(pageId, people(`tg_9${index}00`, 40));
    await settled(() => platform.hanging.size);
    await write(healthy.pageId, people("tg_1", 30));
    await until(() => platform.taken.length === 30);

    // No hanging call has ended, and none of those pages has exceeded its share.
    const held = platform.hanging.size;
    assert.ok(held <= 20 * pages && held >= 4 * pages, `${held} calls`);
    assert.equal(platform.ended(), 0);
    for (const { pageId } of hanging) {
      assert.deepEqual(new Set((await reasons(pageId)).map((row) => row.split(" ")[1])), new Set(["-"]));
    }
  });
}

test("a failing platform gets few calls, and waiting messages use up no attempts", async (t) => {
  let isBroken = true;
  const platform = await aPlatform(t, () => ({ status: isBroken ? 500 : 200 }));
  const { deps, write, reasons } = await aNodeWith(t, 10_000);
  const { pageId } = await aPostPage(deps, platform.origin, file);
  const startedAt = performance.now();

  await write(pageId, people("tg_1", 80));
  await until(async () => (await reasons(pageId)).filter((row) => row.includes("platform_error")).length >= 5);
  await settled(() => platform.seen.length);
  const probes = 1 + (performance.now() - startedAt) / 800;
  const called = platform.seen.length;
  // Four calls may fail and others start in their place before the fifth failure stops all.
  assert.ok(called <= 20 + 4 + probes, `${called} calls`);
  const rows = await reasons(pageId);
  assert.equal(rows.filter((row) => row.startsWith("failed")).length, 0);
  assert.ok(rows.filter((row) => row === "queued - 0").length >= 80 - 24 - probes, rows.join());

  isBroken = false;
  await until(() => platform.taken.length === 80);
  assert.equal(new Set(platform.taken).size, 80);
});

test("ten calls that Meta throttles at once make one pause of the length that Meta asks for", async (t) => {
  const started = await startMessenger(t);
  const { graph } = started;
  await aConversation(t, "messenger", platformOn(started));
  let throttled = 0;
  let throttledAt = 0;
  graph.trouble = ({ path, body }) => {
    if (!path.endsWith("/messages") || !("message" in body) || throttled >= 10) return undefined;
    throttled++;
    throttledAt = performance.now();
    // The answers wait until all ten calls are in flight.
    return { delayMs: 500, refuse: { code: 613 }, headers: { "retry-after": "2" } };
  };

  await Promise.all(people("2400111222333", 10).map((id) => graph.person(id).say("hello")));
  await graph.until(() => throttled === 10);
  await graph.waitFor(20);

  const [first = 0] = graph.takenAt;
  assert.ok(first - throttledAt >= 1500, "the pause is as long as Meta asks for");
  // If each throttled call doubled the pause, ten of them would make it minutes long.
  assert.ok(first - throttledAt < 30_000, `silent for ${first - throttledAt} ms`);
  for (const id of people("2400111222333", 10)) assert.deepEqual(graph.person(id).heard(), ["One", "Two"]);
});

/** The count when it has not changed for a while. */
async function settled(count: () => number): Promise<number> {
  for (let before = -1; ; ) {
    if (count() > 0 && count() === before) return before;
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
