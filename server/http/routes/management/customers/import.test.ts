import assert from "node:assert/strict";
import { once } from "node:events";
import { type OutgoingHttpHeaders, request } from "node:http";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { after, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { maxImportBytes } from "@banter/core/api/management/customer-jobs.ts";
import { readCsv } from "../../../../domain/customers/import/read-file.ts";
import { uploadFile } from "../../../../domain/customers/import/upload.ts";
import { removeOldJobs } from "../../../../domain/customers/jobs/jobs.ts";
import { sql } from "../../../../store/db/sql.ts";
import { uploadCsv } from "../../../../test/customers.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, type Browser, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";

const { baseUrl, deps } = await testNode({ after });
const { db } = deps;
const owner = await aMember(deps);
const browser = await signedIn(baseUrl, owner);

async function aShop() {
  const pageId = await aPageOf(deps, owner);
  const stored = () =>
    db.many<{ line: number; cells: string[] }>(sql`
      select line, cells from customer_job_rows where page_id = ${pageId} order by line`);
  const left = async () => {
    const jobs = await db.many(sql`select from customer_jobs where page_id = ${pageId}`);
    return [jobs.length, (await stored()).length];
  };
  const upload = (parts: Iterable<string | Uint8Array>) =>
    uploadCsv(browser, baseUrl, pageId, Readable.toWeb(Readable.from(bytesOf(parts))) as ReadableStream<Uint8Array>);
  /** An upload whose body the test sends itself. */
  const begin = (by: Browser, headers: OutgoingHttpHeaders = {}) => {
    const asked = request(`${baseUrl}/api/v1/pages/${pageId}/customer_imports`, {
      method: "POST",
      headers: { ...by.headers(), "content-type": "text/csv", "x-file-name": "people.csv", ...headers },
    });
    asked.on("error", () => undefined).flushHeaders();
    return asked;
  };
  return { pageId, stored, left, upload, begin };
}

const bytesOf = function* (parts: Iterable<string | Uint8Array>) {
  for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
};

/** Bytes in pieces that end within letters, quotes and line breaks. */
function* piecesOf(bytes: Buffer, length: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

const manyLines = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("");

test("a long file is stored row by row, wherever the pieces of its body end", async () => {
  const { stored, upload } = await aShop();
  const count = 20_000;
  const lines = manyLines(count, (number) => `tg_${number},"Nguyễn ""Hoa"", ${number}",Đà Nẵng\r\n`);

  const draft = await upload(piecesOf(Buffer.from(`\ufeff\r\npsid,name,city\r\n${lines}`), 997));

  assert.deepEqual([draft.state, draft.total, draft.subject], ["draft", count, "people.csv"]);
  assert.deepEqual(
    draft.columns?.map(({ name, samples }) => [name, samples[1]]),
    [
      ["psid", "tg_1"],
      ["name", 'Nguyễn "Hoa", 1'],
      ["city", "Đà Nẵng"],
    ],
  );
  const rows = await stored();
  const expected = Array.from({ length: count }, (_, number) => [`tg_${number}`, `Nguyễn "Hoa", ${number}`, "Đà Nẵng"]);
  assert.deepEqual(
    rows.map(({ cells }) => cells),
    expected,
  );
  assert.deepEqual([rows[0]?.line, rows.at(-1)?.line], [3, count + 2]);
});

test("lines that are too long for one batch together are all checked", async () => {
  const { pageId, upload } = await aShop();
  const line = (number: number) => `tg_${number},${Array.from({ length: 100 }, () => "x".repeat(3000)).join(",")}\n`;
  const { id } = await upload([`psid${",".repeat(100)}\n`, manyLines(5, line)]);
  const params = { page_id: pageId, job_id: id };

  const mapping = ["psid" as const, ...Array.from({ length: 100 }, () => null)];
  await browser.api("POST /pages/:page_id/customer_jobs/:job_id/check", { params, body: { mapping } });

  const job = () => browser.api("GET /pages/:page_id/customer_jobs/:job_id", { params });
  await until(async () => (await job()).state !== "checking");
  const { state, done, failed } = await job();
  assert.deepEqual([state, done, failed], ["checked", 5, 5]);
});

test("a fault in a late line is named, and nothing is left behind", async () => {
  const { left, upload } = await aShop();
  const good = `psid,city\n${manyLines(3000, (number) => `tg_${number},Huế\n`)}`;
  for (const [bad, reason] of [
    ['tg_1,"a"b\n', /^Line 3002 has a quote in the wrong place\.$/],
    [`tg_1,"open\n${"x,y\n".repeat(10)}`, /quote in the wrong place/],
    [`tg_1${",".repeat(200)}\n`, /^Line 3002 has more than 200 columns\.$/],
    [`tg_1,${"x".repeat(5001)}\n`, /^Line 3002 has a text over 5,000 characters\.$/],
    [`tg_1,"open\n${"x,y\n".repeat(400_000)}`, /^The row after line 3001 is longer than 1 MB\./],
    [",".repeat(1_500_000), /^The row after line 3001 is longer than 1 MB\./],
    [Buffer.from([0x74, 0xe9, 0x0a]), /^The file is not UTF-8\./],
    [Buffer.from([0x74, 0xc3]), /^The file is not UTF-8\./],
  ] as const) {
    const body = Buffer.concat([Buffer.from(good), Buffer.from(bad as string)]);
    await assert.rejects(
      upload(piecesOf(body, 64 * 1024)),
      (error: Error & { status?: number }) => {
        assert.match(error.message, reason);
        return error.status === 400;
      },
      String(reason),
    );
    assert.deepEqual(await left(), [0, 0], String(reason));
  }
});

test("a file with too many bytes or rows is refused, and nothing is left behind", async () => {
  const { left, upload, begin } = await aShop();
  const announced = begin(browser, { "content-length": maxImportBytes + 1 });
  const [answer] = await once(announced, "response");
  assert.deepEqual([answer.statusCode, ((await json(answer)) as { code: string }).code], [413, "file_too_large"]);
  announced.destroy();

  const blank = "\n".repeat(1024 * 1024);
  const large = upload(["psid\n", "tg_1\n".repeat(3000), ...Array.from({ length: 20 }, () => blank)]);
  await assert.rejects(large, { status: 413, code: "file_too_large" });
  assert.deepEqual(await left(), [0, 0]);

  // Not stored, which takes long.
  const long = readCsv(Readable.from(bytesOf(["psid\n", ...Array.from({ length: 201 }, () => "tg_1\n".repeat(1000))])));
  await assert.rejects(async () => void (await Array.fromAsync(long)), {
    status: 400,
    message: "The file has more than 200,000 rows.",
  });
});

test("an upload that breaks off leaves nothing behind, and nobody sees it before", async () => {
  const { pageId, left, stored, begin } = await aShop();
  const asked = begin(browser);
  asked.write(`psid\n${"tg_1\n".repeat(5000)}`);
  await until(async () => (await stored()).length > 0);

  const { jobs } = await browser.api("GET /pages/:page_id/customer_jobs", { params: { page_id: pageId } });
  assert.deepEqual(jobs, []);
  asked.destroy();

  await until(async () => (await left()).every((count) => count === 0));
});

test("an upload that its server did not outlive is never seen, and deleted after an hour", async () => {
  const { pageId, left } = await aShop();
  const { id } = await db.get<{ id: number }>(sql`
    insert into customer_jobs (page_id, kind, state, user_id, spec, created_at)
    values (${pageId}, 'import', 'draft', 'ann', '{"type":"import","name":"a.csv","columns":[],"mapping":[]}',
            now() - interval '61 minutes')
    returning id`);
  await db.count(sql`
    insert into customer_job_rows (page_id, job_id, line, cells) values (${pageId}, ${id}, 2, array['tg_1'])`);
  const params = { page_id: pageId, job_id: id };

  await assert.rejects(browser.api("GET /pages/:page_id/customer_jobs/:job_id", { params }), { status: 404 });
  await removeOldJobs(deps);

  assert.deepEqual(await left(), [0, 0]);
});

test("a caller who may not import is refused before the body is read", async () => {
  const { begin } = await aShop();
  const viewer = await signedIn(baseUrl, await aMember(deps, { role: "viewer", workspaceId: owner.workspaceId }));
  const stranger = await signedIn(baseUrl, await aMember(deps));
  for (const [by, status] of [
    [viewer, 403],
    [stranger, 404],
  ] as const) {
    // No byte of the body is ever sent.
    const asked = begin(by, { "content-length": 1_000_000 });
    const [answer] = await once(asked, "response");
    assert.equal(answer.statusCode, status);
    asked.destroy();
  }
});

test("a body that is not CSV is refused", async () => {
  const { begin, left } = await aShop();
  const asked = begin(browser, { "content-type": "application/json" });
  asked.end('{"name":"people.csv"}');
  const [answer] = await once(asked, "response");

  const { detail } = (await json(answer)) as { detail: string };
  assert.deepEqual([answer.statusCode, detail], [415, "The body must be text/csv."]);
  assert.deepEqual(await left(), [0, 0]);
});

test("no more of a file is read than can be stored", async () => {
  const { pageId } = await aShop();
  const piece = Buffer.from("tg_1,Huế\n".repeat(7000));
  let read = 0;
  const body = Readable.from(
    (function* () {
      yield Buffer.from("psid,city\n");
      for (; read < 100; read++) yield piece;
    })(),
  );
  let uploading: ReturnType<typeof uploadFile> | undefined;
  await db.transact(async (db) => {
    await db.count(sql`lock table customer_job_rows in share mode`);
    uploading = uploadFile(deps, pageId, { file: { name: "a.csv", length: undefined, body }, userId: "ann" });
    await until(async () => (await deps.db.count(sql`select from pg_locks where not granted`)) > 0);
    for (let turns = 0; turns < 100; turns++) await nextTurn();
    assert.ok(read < 20, `${read} pieces were read`);
    body.destroy();
  });
  await assert.rejects(async () => uploading, { message: "The body ended early." });
});
