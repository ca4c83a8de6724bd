import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import { createField, removeField } from "../../domain/catalog/fields.ts";
import { createTag, removeTag } from "../../domain/catalog/tags.ts";
import { cleanPage } from "../../domain/retention/clean-page.ts";
import { sql } from "../../store/db/sql.ts";
import { aPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const pace = { goesOn: () => true, rest: async () => undefined };

/** A page that runs on the node, with two visitors. */
async function aShop(t: Parameters<typeof testNode>[0]) {
  const { deps, baseUrl } = await testNode(t);
  const { pageId } = await aPage(deps);
  const [ann, bob] = [await aVisitor(baseUrl, pageId), await aVisitor(baseUrl, pageId)];
  await bob.say("hello");
  await bob.hear((messages) => messages.length >= 1);
  const findAnn = () =>
    deps.db.find<{ tags: string[]; fields: unknown; email: string | null; hasToken: boolean }>(sql`
      select tags::text[], fields, email, token_hash is not null as has_token
        from customers where page_id = ${pageId} and psid = ${ann.psid}`);
  return { deps, baseUrl, pageId, ann, bob, findAnn };
}

type Visitor = Awaited<ReturnType<typeof aVisitor>>;

/**
 * Lets the visitor write, and does something else between the look-up of the turn and its commit. What needs the page's
 * owner is done after the commit.
 */
async function duringTurn({ db }: Deps, pageId: string, visitor: Visitor, work: () => Promise<unknown>): Promise<void> {
  let [said, done]: Promise<unknown>[] = [];
  await db.transact(async (tx) => {
    await tx.count(sql`select from page_leases where page_id = ${pageId} for update`);
    said = visitor.say("hello");
    await until(async () => (await db.count(sql`select from pg_locks where not granted`)) > 0);
    done = work();
    await Promise.race([done, sleep(500)]);
  });
  await Promise.all([said, done]);
  await until(async () => (await db.count(sql`select from mailbox where page_id = ${pageId}`)) === 0);
}

test("a tag and a field that are removed during a customer's turn do not come back", async (t) => {
  const { deps, pageId, ann, findAnn } = await aShop(t);
  const tag = await createTag(deps, pageId, "late");
  const field = await createField(deps, pageId, { name: "size", type: "text", label: null });
  await deps.db.count(sql`
    update customers set tags = ${[tag.id, 7]}, fields = '{"size":"XL","colour":"red"}' where psid = ${ann.psid}`);

  await duringTurn(deps, pageId, ann, async () => {
    await removeTag(deps, pageId, tag.id);
    await removeField(deps, pageId, field.id);
  });

  const { tags, fields } = (await findAnn()) ?? assert.fail();
  assert.deepEqual([tags, fields], [["7"], { colour: "red" }]);
});

test("more customers than one round looks at lose a removed tag", async (t) => {
  const { deps, pageId } = await aShop(t);
  const tag = await createTag(deps, pageId, "late");
  await deps.db.count(sql`
    insert into customers (page_id, psid, tags)
    select ${pageId}, 'web_' || 5000000 + number, array[${tag.id}]::bigint[] from generate_series(1, 5000) as number`);

  await removeTag(deps, pageId, tag.id);

  await until(async () => (await deps.db.count(sql`select from mailbox where page_id = ${pageId}`)) === 0);
  assert.equal(await deps.db.count(sql`select from customers where ${tag.id} = any (tags)`), 0);
});

test("an e-mail address that a visitor gives during their turn stays", async (t) => {
  const { deps, baseUrl, pageId, ann, findAnn } = await aShop(t);

  await duringTurn(deps, pageId, ann, () => aVisitor(baseUrl, pageId, { email: "ann@shop.example" }, ann.token));

  assert.equal((await findAnn())?.email, "ann@shop.example");
});

test("a silent visitor who begins to write while visitors are removed keeps their token", async (t) => {
  const { deps, pageId, ann, findAnn } = await aShop(t);
  await deps.db.count(sql`update customers set created_at = now() - interval '400 days' where psid = ${ann.psid}`);

  await duringTurn(deps, pageId, ann, () => cleanPage(deps, pageId, pace));

  assert.equal((await findAnn())?.hasToken, true);
});
