import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../../store/db/sql.ts";
import { aFlow, aKeyword, aPostPage } from "../../../test/builders.ts";
import { testNode } from "../../../test/node.ts";
import { aMember, signedIn } from "../../../test/people.ts";
import { startPlatform } from "../../../test/platform.ts";
import { accepted, sendText, withPostChannel } from "../../../test/post-page.ts";
import { until } from "../../../test/until.ts";

const { baseUrl, deps } = await testNode({ after }, withPostChannel());
const platform = await startPlatform({ after });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

async function aShop() {
  const shop = { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] };
  const page = await aPostPage(deps, platform.origin, shop);
  await deps.db.count(sql`update pages set workspace_id = ${owner.workspaceId} where id = ${page.pageId}`);
  return { ...page, params: { page_id: page.pageId } };
}

test("the health of a page shows a failing platform, and its recovery", async () => {
  const page = await aShop();
  const health = () => api("GET /pages/:page_id/health", { params: page.params });
  assert.equal((await health()).platform.state, "working");

  platform.answer = () => ({ status: 500 });
  for (let number = 0; number < 20; number++) await accepted(sendText(baseUrl, page, `tg_${number}`, "hello"));
  await until(async () => (await health()).platform.state === "in_trouble");
  const { platform: failing, waiting_messages: waiting } = await health();
  assert.equal(failing.last_failure, "platform_error");
  assert.ok(waiting > 0);

  platform.answer = () => ({});
  await until(async () => (await health()).platform.state === "working");
});

test("parked mail is listed, retried and dropped", async () => {
  const { params, pageId } = await aShop();
  for (const id of [1, 2, 3]) {
    await deps.db.count(sql`
      insert into parked_mail (page_id, id, psid, event, error)
      values (${pageId}, ${id}, 'tg_1', '{"type":"message","text":"hello"}', 'refused')`);
  }
  const list = async () => (await api("GET /pages/:page_id/parked_mail", { params })).mail.map(({ id }) => id);
  assert.deepEqual((await list()).sort(), [1, 2, 3]);

  const retried = await api("POST /pages/:page_id/parked_mail/retry", { params, body: { ids: [1] } });
  const dropped = await api("POST /pages/:page_id/parked_mail/drop", { params, body: { ids: null } });

  assert.deepEqual([retried, dropped], [{ retried: 1 }, { dropped: 2 }]);
  assert.deepEqual(await list(), []);
  // The retried mail is handled as if it were new.
  await until(() => platform.received.some(({ to }) => to === "tg_1"));
});
