import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "../store/db/sql.ts";
import { readDueMail } from "../store/runtime/due-mail.ts";
import { testDeps } from "../test/app.ts";
import { aPage, aPostPage } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { startPlatform } from "../test/platform.ts";
import { accepted, postWebhook, withPostChannel } from "../test/post-page.ts";
import { until } from "../test/until.ts";
import { type Mail, withStoredKey } from "./accept.ts";

test("waiting events are handled by their numbers, in whatever order they arrive", async (t) => {
  const deps = await testDeps(t);
  const { pageId } = await aPage(deps);
  const waitMs = 60_000;

  /** The events of a group arrive together, the groups one after the other. The first event does not wait. */
  async function receive([start = [], ...groups]: number[][]): Promise<void> {
    const [first] = start;
    const accept = (sequence: number, order?: { sequence: number; waitMs: number }) =>
      deps.accept({ pageId, psid: "ann", event: { type: "message", text: String(sequence) }, ...(order && { order }) });
    if (first !== undefined) await accept(first);
    for (const group of groups) await Promise.all(group.map((sequence) => accept(sequence, { sequence, waitMs })));
  }

  async function handle(): Promise<string[]> {
    await deps.db.count(sql`update mailbox set due_at = due_at - interval '1 hour' where page_id = ${pageId}`);
    const { mail: due } = await readDueMail(deps.db, [{ pageId, isPaused: false }], 100);
    await deps.db.count(sql`delete from mailbox where page_id = ${pageId}`);
    return due.map(({ psid, event }) => `${psid} ${(event as { text: string }).text}`);
  }

  const groups = fc
    .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 10 })
    .chain((sequences) => fc.tuple(fc.constant(sequences), fc.array(fc.boolean(), { minLength: 10, maxLength: 10 })))
    .map(([sequences, breaks]) =>
      sequences.reduce<number[][]>((made, sequence, index) => {
        if (index < 2 || breaks[index]) made.push([]);
        made.at(-1)?.push(sequence);
        return made;
      }, []),
    );
  await fc.assert(
    fc.asyncProperty(groups, async (groups) => {
      await receive(groups);
      const [first, ...others] = groups.flat();
      const inOrder = others.toSorted((one, other) => one - other);
      assert.deepEqual(
        await handle(),
        [first, ...inOrder].map((sequence) => `ann ${sequence}`),
      );
    }),
    { numRuns: 100 },
  );

  // Events of another customer and events without a number have no part in that order.
  const others = [
    { psid: "bob", event: { type: "message" as const, text: "1" }, order: { sequence: 1, waitMs } },
    { psid: "ann", event: { type: "message" as const, text: "7" }, order: { sequence: 7, waitMs } },
    { psid: "ann", event: { type: "message" as const, text: "at once" } },
    { psid: "ann", event: { type: "message" as const, text: "6" }, order: { sequence: 6, waitMs } },
  ];
  for (const mail of others) await deps.accept({ pageId, ...mail });
  assert.deepEqual(await handle(), ["ann at once", "bob 1", "ann 6", "ann 7"]);
});

test("an event without a wait is not handled before an earlier one that waits", async (t) => {
  const { baseUrl, deps, runner } = await testNode(t, withPostChannel());
  const platform = await startPlatform(t);
  const { pageId } = await aPostPage(deps, platform.origin);
  await accepted(postWebhook(baseUrl, pageId, [{ id: "0", from: "tg_1", text: "hello" }]));
  await until(() => runner.owns(pageId));
  const mail = (sequence: number, waitMs: number) =>
    deps.accept({
      ...{ pageId, psid: "tg_2", event: { type: "message", text: String(sequence) } as const },
      order: { sequence, waitMs },
    });

  // As on two nodes: this one holds an event back, another one does not know of it.
  await mail(5, 500);
  await mail(6, 0);
  await mail(4, 0);

  await until(async () => (await deps.db.count(sql`select from mailbox`)) === 0);
  const turns = await deps.db.many<{ text: string }>(sql`
    select event ->> 'text' as text from turns where page_id = ${pageId} and psid = 'tg_2' order by id`);
  assert.deepEqual(
    turns.map(({ text }) => text),
    ["4", "5", "6"],
  );
});

test("while a node knows plain keys only, keys stay plain, and hashes are still known", () => {
  const mail: Mail = { pageId: "p", psid: "web_7", event: { type: "message", text: "" }, key: "web web_7 a" };
  const hash = withStoredKey(mail, { areHashesKnown: true }).key;

  assert.match(hash ?? "", /^sha256 /);
  assert.deepEqual(withStoredKey(mail, { areHashesKnown: true }), { ...mail, key: hash, otherKey: "web web_7 a" });
  assert.deepEqual(withStoredKey(mail, { areHashesKnown: false }), { ...mail, otherKey: hash });
});

test("a key that names its customer is stored as a hash, and its mail is handled once", async (t) => {
  const { deps } = await testNode(t);
  const { pageId } = await aPage(deps);
  const psid = "web_7000071";
  const say = (key: string) => deps.accept({ pageId, psid, event: { type: "message", text: key }, key });
  const texts = async () =>
    (await deps.db.many<{ text: string }>(sql`select event ->> 'text' as text from turns order by id`)).map(
      ({ text }) => text,
    );
  // As the release before has stored it.
  await deps.db.count(sql`
    insert into accepted_keys (page_id, key, mail_id, accepted_at) values (${pageId}, ${`web ${psid} old`}, 1, now())`);

  // The first goes through the mailbox, the others are direct.
  assert.deepEqual(await say(`web ${psid} a`), await say(`web ${psid} a`));
  await until(async () => (await texts()).length === 1);
  assert.deepEqual(await say("read 7000071 b"), await say("read 7000071 b"));
  assert.deepEqual(await say(`web ${psid} old`), { mailId: 1 });
  assert.deepEqual(await say("c"), await say("c"));

  assert.deepEqual(await texts(), [`web ${psid} a`, "read 7000071 b", "c"]);
  const keys = await deps.db.many<{ key: string }>(sql`select key from accepted_keys where mail_id > 1`);
  assert.equal(keys.filter(({ key }) => /^sha256 [\w-]{43}$/.test(key)).length, 2);
  assert.ok(keys.some(({ key }) => key === "c"));
});
