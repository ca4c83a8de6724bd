import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../store/db/sql.ts";
import { testApp } from "../test/app.ts";
import { aFlow, aKeyword, aPage, aPostPage } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { startPlatform } from "../test/platform.ts";
import { accepted, postWebhook, withPostChannel } from "../test/post-page.ts";
import { until } from "../test/until.ts";
import { aVisitor } from "../test/visitor.ts";

const hello = { flows: [aFlow("Hello", "Welcome")], keywords: [aKeyword("hello", "Hello")] };

test("a message is counted from its webhook to its delivery", async (t) => {
  const { baseUrl, platform, page, read } = await aPostNode(t);

  await accepted(postWebhook(baseUrl, page.pageId, [{ id: "1", from: "tg_7", text: "hello" }]));
  await platform.waitFor(1);

  await until(async () => (await read()).get('banter_delivery_calls_total{channel="telegram",result="taken"}') === 1);
  const figures = await read();
  const paths = ["direct", "mailbox"].map((path) =>
    figures.get(`banter_mail_accepted_total{channel="telegram",path="${path}"}`),
  );
  assert.equal((paths[0] ?? 0) + (paths[1] ?? 0), 1);
  assert.equal(figures.get('banter_turns_total{channel="telegram"}'), 1);
  assert.equal(figures.get('banter_messages_total{channel="telegram"}'), 1);
  assert.equal(figures.get('banter_delivery_call_seconds_count{channel="telegram"}'), 1);
  assert.ok((figures.get("banter_batch_seconds_count") ?? 0) >= 1);
  assert.equal(figures.get("banter_pages_owned"), 1);
  assert.equal(figures.get('banter_node_state{state="ready"}'), 1);
});

test("failed calls are counted by their reason, and messages that are given up", async (t) => {
  const { baseUrl, platform, page, read } = await aPostNode(t);
  const answers = [{ status: 500 }, {}, { status: 400 }];
  platform.answer = () => answers.shift() ?? {};

  for (const id of ["1", "2"])
    await accepted(postWebhook(baseUrl, page.pageId, [{ id, from: `tg_${id}`, text: "hello" }]));

  const counted = (result: string) => `banter_delivery_calls_total{channel="telegram",result="${result}"}`;
  await until(async () => {
    const figures = await read();
    return ["platform_error", "taken", "rejected"].every((result) => figures.get(counted(result)) === 1);
  });
  const figures = await read();
  assert.equal(figures.get('banter_delivery_retries_total{channel="telegram"}'), 1);
  assert.equal(figures.get('banter_messages_failed_total{channel="telegram",reason="rejected"}'), 1);
});

test("the figures of the installation tell how long mail has waited", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const { pageId } = await aPage(deps, hello);
  await deps.db.count(sql`update pages set is_paused = true where id = ${pageId}`);
  // A node that runs a page would handle its mail: this page belongs to a living node that does nothing.
  await deps.db.count(sql`
    with idle as (insert into nodes (id, base_url, alive_until) values (gen_random_uuid(), '', now() + interval '1 hour')
                  returning id)
    insert into page_leases (page_id, node_id, epoch) select ${pageId}, id, 1 from idle`);
  await deps.db.count(sql`
    insert into mailbox (page_id, psid, due_at, event)
    values (${pageId}, 'web_1', now() - interval '100 seconds', '{"type":"message","text":"hello"}'),
           (${pageId}, 'web_1', now() - interval '200 seconds', '{"type":"timer","runId":1,"turn":1}')`);

  const figures = await figuresOf(baseUrl);

  const oldest = figures.get("banter_mail_oldest_due_seconds") ?? 0;
  assert.equal(figures.get("banter_mail_due"), 1);
  assert.ok(oldest >= 100 && oldest < 200, `${oldest}`);
  assert.equal(figures.get("banter_timer_oldest_due_seconds"), 0);
  assert.equal(figures.get("banter_nodes_alive"), 2);
  assert.equal(figures.get('banter_pages{state="paused"}'), 1);
  assert.equal(figures.get("banter_database_readable"), 1);
});

test("without a database, figures that are not known are left out", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  await deps.db.count(sql`alter table parked_mail rename to gone`);

  const figures = await figuresOf(baseUrl);

  assert.equal(figures.get("banter_database_readable"), 0);
  assert.equal(figures.get("banter_mail_due"), undefined);
  assert.equal(figures.get("banter_pages_owned"), 0);
});

test("a web chat is a turn without a call", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const { pageId } = await aPage(deps, hello);
  const visitor = await aVisitor(baseUrl, pageId);

  await visitor.say("hello");
  await visitor.hear((messages) => messages.some(({ text }) => text === "Welcome"));

  const figures = await figuresOf(baseUrl);
  assert.equal(figures.get('banter_turns_total{channel="webchat"}'), 1);
  assert.deepEqual(
    [...figures.keys()].filter((name) => name.startsWith("banter_delivery_calls_total")),
    [],
  );
});

for (const file of ["alerts.yaml", "grafana-dashboard.json"])
  test(`every metric that deploy/${file} names exists`, async (t) => {
    const { baseUrl } = await testNode(t);
    const text = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), "utf8");
    const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
    const known = new Set([...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ""));

    const named = [...new Set(text.match(/\b(banter|nodejs|process)_\w+/g))];

    assert.ok(named.length > 15);
    assert.deepEqual(
      named.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, ""))),
      [],
    );
  });

test("an alert tells of everything that waits too long", async (t) => {
  const { baseUrl } = await testNode(t);
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  const alerts = readFileSync(new URL("../../deploy/alerts.yaml", import.meta.url), "utf8");

  const ages = [...metrics.matchAll(/^# TYPE (banter_\w+_oldest_\w+_seconds)/gm)].map(([, name]) => name ?? "");

  assert.ok(ages.length > 3);
  assert.deepEqual(
    ages.filter((name) => !alerts.includes(`max(${name}) >`)),
    [],
  );
});

test("docs/monitoring.md explains every metric and every alert", async (t) => {
  const { baseUrl } = await testApp(t);
  const node = await testNode(t);
  const texts = await Promise.all([baseUrl, node.baseUrl].map(async (url) => (await fetch(`${url}/metrics`)).text()));
  const metrics = texts.flatMap((text) => [...text.matchAll(/^# TYPE (banter_\w+)/gm)].map(([, name]) => name ?? ""));
  const alerts = readFileSync(new URL("../../deploy/alerts.yaml", import.meta.url), "utf8");
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? "");
  const page = readFileSync(new URL("../../docs/monitoring.md", import.meta.url), "utf8");

  const missing = [...new Set([...metrics, ...names])].filter((name) => !page.includes(`\`${name}\``));

  assert.ok(names.length > 10);
  assert.deepEqual(missing, []);
});

async function aPostNode(t: Test) {
  const platform = await startPlatform(t);
  const { baseUrl, deps } = await testNode(t, withPostChannel());
  const page = await aPostPage(deps, platform.origin, hello);
  return { baseUrl, platform, page, read: () => figuresOf(baseUrl) };
}

/** The samples of `/metrics` by name and labels. */
async function figuresOf(baseUrl: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  return new Map(
    [...text.matchAll(/^(\w+(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name = "", value]) => [name, Number(value)]),
  );
}
