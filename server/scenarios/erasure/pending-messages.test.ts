import assert from "node:assert/strict";
import { test } from "node:test";
import { channels } from "../../channels/index.ts";
import { sql } from "../../store/db/sql.ts";
import { aFlow, aKeyword, aPostPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { startPlatform } from "../../test/platform.ts";
import { postChannel } from "../../test/post-channel.ts";
import { until } from "../../test/until.ts";

test("an erased customer gets no more messages, while others do, and comes back as a new one", async (t) => {
  const platform = await startPlatform(t);
  let isHeld = true;
  // The first call of each customer waits, so that the others wait behind it.
  platform.answer = () => ({ delayMs: isHeld ? 300 : 0 });
  const { deps } = await testNode(t, { channels: { ...channels, telegram: postChannel({}) } });
  const file = { flows: [aFlow("Hello", "Hello")], keywords: [aKeyword("hello", "Hello")] };
  const { pageId } = await aPostPage(deps, platform.origin, file);
  const say = (psid: string, text: string) => deps.accept({ pageId, psid, event: { type: "message", text } });
  const rowsOf = (psid: string) =>
    deps.db.count(sql`
      select from customers where page_id = ${pageId} and psid = ${psid}
      union all select from turns where page_id = ${pageId} and psid = ${psid}
      union all select from messages where page_id = ${pageId} and psid = ${psid}`);
  for (const psid of ["tg_1", "tg_2"]) for (let count = 0; count < 10; count++) await say(psid, "hello");
  await until(() => platform.received.some(({ to }) => to === "tg_1"));
  await deps.accept({ pageId, psid: "tg_1", event: { type: "erase" } });
  // The mail is stored; the erasure is its turn.
  await until(async () => (await rowsOf("tg_1")) === 0);
  const started = platform.received.filter(({ to }) => to === "tg_1").length;
  isHeld = false;

  await until(() => platform.received.filter(({ to }) => to === "tg_2").length === 10);
  const received = platform.received.filter(({ to }) => to === "tg_1").length;
  assert.ok(received <= started + 1, `${received} messages, ${started} before the erasure`);
  assert.ok(received < 10);
  assert.equal(await rowsOf("tg_1"), 0);

  await say("tg_1", "hello");
  await until(() => platform.received.filter(({ to }) => to === "tg_1").length > received);
  await until(async () => (await rowsOf("tg_1")) === 3);
});
