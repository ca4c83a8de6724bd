import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { channels } from "../../channels/index.ts";
import type { Deps } from "../../deps.ts";
import { uploadFile } from "../../domain/customers/import/upload.ts";
import type { ImportSpec, JobSpec } from "../../domain/customers/jobs/job.ts";
import { hashPsid } from "../../domain/hashes.ts";
import { ensureWorkspace } from "../../domain/pages/pages.ts";
import { lockAllDigests } from "../../store/conversations/digests.ts";
import { insertJobRows } from "../../store/customers/customer-job-rows.ts";
import { findJob, insertJob } from "../../store/customers/customer-jobs.ts";
import { identifier, sql } from "../../store/db/sql.ts";
import { testDeps } from "../../test/app.ts";
import { aKeyword, aPage, aPostPage } from "../../test/builders.ts";
import { isDigested } from "../../test/database/digested.ts";
import { testNode } from "../../test/node.ts";
import { aMember, signedIn } from "../../test/people.ts";
import { startPlatform } from "../../test/platform.ts";
import { postChannel } from "../../test/post-channel.ts";
import { aPng } from "../../test/sample-files.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const psid = "tg_7000000019";

test("an erased customer stays erased, whatever was under way, and starts anew when they write again", async (t) => {
  const { deps, baseUrl, pageId, textsTo, say } = await aShop(t);
  const { api } = await signedIn(baseUrl, await aMember(deps, { workspaceId: await ensureWorkspace(deps.db) }));
  const params = { page_id: pageId, psid };
  await say("tea", `postback ${psid} 1`);
  await until(() => textsTo(psid).includes("tea soon"));
  await api("PATCH /pages/:page_id/customers/:psid", { params, body: { first_name: "Lan" } });
  const { event: timer } = await deps.db.get<{ event: unknown }>(sql`select event from mailbox where psid = ${psid}`);
  await anImport(deps, pageId, "draft");

  // The job has read the customer's line, and waits for the page's fields while the customer is erased.
  let running = 0;
  await deps.db.transact(async (db) => {
    await db.count(sql`lock table custom_fields in access exclusive mode`);
    running = await anImport(deps, pageId, "running");
    await until(async () => (await deps.db.count(sql`select from pg_locks where not granted`)) > 0);
    await api("DELETE /pages/:page_id/customers/:psid", { params });
  });
  await until(async () => (await findJob<JobSpec>(deps.db, pageId, running))?.state === "done");
  const content = { messages: [{ type: "text" as const, text: "Are you there?" }] };
  const acting = { userId: "ann", sendId: 0 };
  await deps.accept({ pageId, psid, event: { type: "person_message", content, ...acting } });
  await deps.accept({ pageId, psid, event: { type: "start_flow", flowId: await aFlowId(deps, pageId), ...acting } });
  await deps.accept({ pageId, psid, event: { type: "send_content", content, payload: {}, sendId: 0 } });
  const edit = { fields: {}, addTags: [], removeTags: [], userId: "ann" };
  await deps.accept({ pageId, psid, event: { type: "edit_customer", ...edit, isNew: true, since: 0 } });
  await say("tea", `postback ${psid} 1`);

  await until(async () => (await deps.db.count(sql`select from mailbox where due_at <= now()`)) === 0);
  assert.deepEqual(await tablesWith(deps, psid), []);

  await say("coffee", `postback ${psid} 2`);
  await until(() => textsTo(psid).includes("coffee soon"));
  // A timer from before the erasure, as if it had come by itself.
  const { id } = await deps.db.get<{ id: number }>(sql`
    insert into mailbox (page_id, psid, due_at, event) values (${pageId}, ${psid}, now(), ${JSON.stringify(timer)})
    returning id`);
  await until(async () => (await deps.db.count(sql`select from mailbox where id = ${id}`)) === 0);
  assert.deepEqual(textsTo(psid), ["tea soon", "coffee soon"]);
  const timers = await deps.db.count(sql`select from mailbox where psid = ${psid}`);
  assert.equal(timers, 1, "the wait for the coffee goes on");
});

test("a file that is on its way while its sender is erased is not stored", async (t) => {
  const { deps, baseUrl } = await testNode(t);
  const { pageId } = await aPage(deps);
  const visitor = await aVisitor(baseUrl, pageId);
  const bytes = aPng();
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      stream.enqueue(new Uint8Array(bytes.subarray(0, 10)));
      await rest.promise;
      stream.enqueue(new Uint8Array(bytes.subarray(10)));
      stream.close();
    },
  });
  const headers = { authorization: `Bearer ${visitor.token}`, "x-file-name": "lan.png" };
  const init = { method: "POST", headers, body, duplex: "half" as const };
  const sent = fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/files`, init);
  await deps.accept({ pageId, psid: visitor.psid, event: { type: "erase" } });
  await until(async () => (await deps.db.count(sql`select from mailbox where page_id = ${pageId}`)) === 0);
  rest.resolve();

  assert.equal((await sent).status, 401);
  assert.deepEqual(await tablesWith(deps, visitor.psid), []);
  assert.deepEqual(await tablesWith(deps, "lan.png"), []);
});

test("a list of customers that is being uploaded loses the line about one who is erased meanwhile", async (t) => {
  const deps = await testDeps(t);
  const { pageId } = await aPostPage(deps, "http://127.0.0.1:1");
  const body = Readable.from([Buffer.from(`psid,city\n${psid},Huế\ntg_8000000019,Huế\n`)]);
  let uploading: Promise<unknown> | undefined;
  await deps.db.transact(async (db) => {
    await db.count(sql`lock table customer_job_rows in share mode`);
    uploading = uploadFile(deps, pageId, { file: { name: "people.csv", length: undefined, body }, userId: "ann" });
    await until(async () => (await deps.db.count(sql`select from pg_locks where not granted`)) > 0);
    // The first step of an erasure; the others have looked for lines before this one was stored.
    await deps.db.count(sql`
      insert into erased_customers (page_id, psid_hash, erased_at) values (${pageId}, ${hashPsid(psid)}, now())`);
  });
  await uploading;

  assert.deepEqual(await tablesWith(deps, psid), []);
  assert.deepEqual(await tablesWith(deps, "tg_8000000019"), ["customer_job_rows", "customer_jobs"]);
});

test("words of a customer who is erased before they were digested are not digested", async (t) => {
  const { deps, baseUrl } = await testNode(t);
  const { pageId } = await aPage(deps);
  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.say("good morning");
  await until(() => isDigested(deps.db, pageId));

  let erasing: Promise<unknown> | undefined;
  await deps.db.transact(async (db) => {
    await lockAllDigests(db, pageId);
    await visitor.say("my secret");
    erasing = deps.accept({ pageId, psid: visitor.psid, event: { type: "erase" } });
    // The statement keeps the transaction from being ended as idle.
    const isErased = async () => (await deps.db.count(sql`select from turns where psid = ${visitor.psid}`)) === 0;
    await until(async () => (await db.count(sql`select`)) === 1 && (await isErased()));
  });
  await erasing;
  const other = await aVisitor(baseUrl, pageId);
  await other.say("hello");

  await until(() => isDigested(deps.db, pageId));
  assert.deepEqual(await tablesWith(deps, visitor.psid), []);
});

test("mail of a visitor whose token went with them makes nobody", async (t) => {
  const { deps, baseUrl } = await testNode(t);
  const { pageId } = await aPage(deps);
  const visitor = await aVisitor(baseUrl, pageId);
  await deps.accept({ pageId, psid: visitor.psid, event: { type: "erase" } });
  await until(async () => (await deps.db.count(sql`select from mailbox where page_id = ${pageId}`)) === 0);

  await deps.accept({ pageId, psid: visitor.psid, event: { type: "message", text: "hello" } });

  assert.deepEqual(await tablesWith(deps, visitor.psid), []);
});

async function aShop(t: Parameters<typeof testNode>[0]) {
  const platform = await startPlatform(t);
  const { deps, baseUrl } = await testNode(t, { channels: { ...channels, telegram: postChannel({}) } });
  const { pageId } = await aPostPage(deps, platform.origin, {
    flows: [aSlowFlow("tea"), aSlowFlow("coffee")],
    keywords: [aKeyword("tea", "tea"), aKeyword("coffee", "coffee")],
    fields: [{ name: "city", type: "text" }],
  });
  const textsTo = (psid: string) =>
    platform.received.flatMap(({ to, message }) => (to === psid && "text" in message ? message.text : []));
  const say = (text: string, key: string) => deps.accept({ pageId, psid, event: { type: "message", text }, key });
  return { deps, baseUrl, pageId, textsTo, say };
}

/** Says something now and something in an hour. */
function aSlowFlow(name: string) {
  const says = (text: string, next: string | null) => ({
    type: "message",
    content: { messages: [{ type: "text", text }] },
    next,
  });
  const steps = {
    now: says(`${name} soon`, "wait"),
    wait: { type: "delay", seconds: 3600, next: "late" },
    late: says(`${name} is ready`, null),
  };
  return { name, published: true, document: { version: 1, start: "now", steps } };
}

/** An import with a line about the customer, and one about somebody else. */
async function anImport({ db }: Deps, pageId: string, state: "draft" | "running"): Promise<number> {
  const columns = [
    { name: "psid", samples: [psid] },
    { name: "city", samples: ["Huế"] },
  ];
  const spec: ImportSpec = { type: "import", name: "people.csv", columns, mapping: ["psid", "field:city"] };
  const { id } = await insertJob<JobSpec>(db, pageId, {
    kind: "import",
    state: "draft",
    userId: "ann",
    spec,
    total: 2,
  });
  await insertJobRows(db, pageId, id, [
    { line: 2, cells: [psid, "Huế"] },
    { line: 3, cells: ["tg_8000000019", "Huế"] },
  ]);
  await db.count(sql`update customer_jobs set state = ${state} where page_id = ${pageId} and id = ${id}`);
  return id;
}

async function aFlowId({ db }: Deps, pageId: string): Promise<number> {
  return (await db.get<{ id: number }>(sql`select id from flows where page_id = ${pageId} limit 1`)).id;
}

/** The tables with a row that holds the text anywhere. */
async function tablesWith({ db }: Deps, text: string): Promise<string[]> {
  const tables = await db.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const holding = sql`select from ${identifier(name)} as row where strpos(row::text, ${text}) > 0`;
    if ((await db.count(holding)) > 0) found.push(name);
  }
  return found;
}
