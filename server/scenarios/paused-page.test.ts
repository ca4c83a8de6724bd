import assert from "node:assert/strict";
import { test } from "node:test";
import { pausePage } from "../domain/pages/page-settings.ts";
import type { Node } from "../node.ts";
import { sql } from "../store/db/sql.ts";
import { countMail } from "../store/runtime/mailbox.ts";
import { aFlow, aKeyword, aPage } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { until } from "../test/until.ts";
import { aVisitor, type ChatMessage } from "../test/visitor.ts";

const said = (text: string) => (messages: ChatMessage[]) => messages.some((message) => message.text === text);

test("a paused page records customers' messages without answering; waits go on when it is resumed", async (t) => {
  const node = await testNode(t);
  const { baseUrl, deps } = node;
  const { pageId } = await aPage(deps, {
    flows: [aFlow("Hello"), wait],
    keywords: [aKeyword("hello", "Hello"), aKeyword("wait", "Wait")],
  } as Parameters<typeof aPage>[1]);
  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.say("wait");
  await visitor.hear(said("wait"));
  await pausePage(deps, pageId, true);
  await visitor.say("hello");
  const heard = await visitor.hear(said("hello"));
  assert.deepEqual(
    heard.map(({ from }) => from),
    ["visitor", "visitor"],
  );
  await endWaits(node, pageId);
  assert.equal(await countMail(deps.db, pageId), 1);

  await pausePage(deps, pageId, false);

  const all = await visitor.hear(said("At last"));
  assert.deepEqual(
    all.map(({ text }) => text),
    ["wait", "hello", "At last"],
  );
  await until(async () => (await countMail(deps.db, pageId)) === 0);
});

test("a page that is paused during a wait sends nothing when the wait ends", async (t) => {
  const node = await testNode(t);
  const { baseUrl, deps } = node;
  const { pageId } = await aPage(deps, { flows: [wait], keywords: [aKeyword("wait", "Wait")] } as Parameters<
    typeof aPage
  >[1]);
  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.say("wait");
  await visitor.hear(said("wait"));

  await pausePage(deps, pageId, true);
  await endWaits(node, pageId);

  assert.equal(await countMail(deps.db, pageId), 1);
  await pausePage(deps, pageId, false);
  await visitor.hear(said("At last"));
});

/** Ends the page's waits, which are too long to end by themselves. Another customer makes the server look at them. */
async function endWaits({ baseUrl, deps }: Node, pageId: string): Promise<void> {
  await deps.db.count(sql`update mailbox set due_at = now() where page_id = ${pageId}`);
  const other = await aVisitor(baseUrl, pageId);
  await other.say("hello");
  await other.hear(said("hello"));
}

const wait = {
  name: "Wait",
  published: true,
  document: {
    version: 1,
    start: "wait",
    steps: {
      wait: { type: "delay", seconds: 3600, next: "say" },
      say: { type: "message", content: { messages: [{ type: "text", text: "At last" }] }, next: null },
    },
  },
};
