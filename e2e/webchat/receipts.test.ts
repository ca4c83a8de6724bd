import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually, write } from "@banter/widget/test/chat-page.ts";
import { sharedConsole } from "../console/console.ts";
import { aWorkspace } from "../console/workspace.ts";

const it = await sharedConsole({ after });

test("a visitor sees that a member has read what they wrote", async (t) => {
  const { openAs, addPage } = await aWorkspace(it);
  const pageId = await addPage();
  const visitor = await it.open(t, `/chat/${pageId}`);
  const receipts = () => visitor.locator(".receipt").allTextContents();
  await write(visitor, "hello");
  await eventually(async () => assert.deepEqual(await receipts(), ["Sent"]));

  const tab = await openAs(t, "owner", `/pages/${pageId}/conversations`);
  await tab.getByRole("link", { name: /hello/ }).click();
  await tab.getByRole("log").getByText("hello").waitFor();

  await eventually(async () => assert.deepEqual(await receipts(), ["Seen"]));
});
