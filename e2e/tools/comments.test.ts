import assert from "node:assert/strict";
import { after, test } from "node:test";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { connectPage } from "@banter/server/domain/pages/page-settings.ts";
import { ensureWorkspace } from "@banter/server/domain/pages/pages.ts";
import { insertPage } from "@banter/server/store/catalog/pages.ts";
import { aFlow, aPageFile } from "@banter/server/test/builders.ts";
import { startMessenger } from "@banter/server/test/platforms/messenger.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { sharedConsole } from "../console/console.ts";

const { node, openAs, baseUrl } = await sharedConsole({ after });
const { deps } = node;

test("a comment tool is made in the console, answers a comment on the platform, and the thread shows it", async (t) => {
  const { graph, pageId, settings } = await startMessenger(t);
  const workspaceId = await ensureWorkspace(deps.db);
  await insertPage(deps.db, { id: pageId, workspaceId, channel: "messenger", name: "Corner shop" });
  await connectPage(deps, pageId, settings as Parameters<typeof connectPage>[2]);
  await applyPageFile(deps, pageId, aPageFile({ flows: [aFlow("Prices", "It costs 5.")] }), { prune: true });
  graph.webhookUrl = `${node.baseUrl}/webhooks/${pageId}`;
  graph.posts.push(
    { id: `${pageId}_802000001`, message: "Our new bags", created_time: "2026-11-02T08:00:00+0000" },
    { id: `${pageId}_801000001`, message: "Autumn offer", created_time: "2026-11-01T08:00:00+0000" },
  );
  const tab = await openAs(t, "owner", `/pages/${pageId}/tools`);

  await tab.getByRole("button", { name: "New tool" }).first().click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Comments" }).click();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Price questions");
  await dialog.getByRole("radio", { name: "Chosen posts" }).click();
  await dialog.getByText("Choose at least one post.").waitFor();
  await dialog.getByRole("checkbox", { name: "Autumn offer" }).check();
  await dialog.getByLabel("Other posts", { exact: true }).fill("https://www.facebook.com/corner.shop/posts/803000001");
  await dialog.getByLabel("Other posts", { exact: true }).press("Enter");
  await dialog.getByText("803000001", { exact: true }).waitFor();
  await dialog.getByLabel("Words in the comment", { exact: true }).fill("price");
  await dialog.getByLabel("Words in the comment", { exact: true }).press("Enter");
  await dialog.getByRole("button", { name: "Add an answer" }).click();
  await dialog.getByRole("textbox", { name: "Public answer 1" }).fill("We have sent you a message!");
  await dialog.getByRole("checkbox", { name: "Like the comment" }).check();
  await dialog.getByRole("combobox", { name: "Flow to start" }).click();
  await tab.getByRole("option", { name: "Prices" }).click();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Create" }).click();
  await tab.getByText("Starts Prices").waitFor();

  const ann = graph.person("24001112223331");
  await ann.comment("price?", { postId: `${graph.accountId}_802000001` });
  const { id } = await ann.comment("The PRICE, please", { postId: `${graph.accountId}_801000001` });
  await graph.until(() => graph.comments.get(id)?.isLiked === true);
  const { id: other } = await ann.comment("price?", { postId: `${graph.accountId}_803000001` });
  await graph.until(() => graph.comments.get(other)?.isLiked === true);
  assert.deepEqual(ann.heard(), ["It costs 5.", "It costs 5."]);
  assert.deepEqual(graph.comments.get(id)?.answers, ["We have sent you a message!"]);

  await tab.goto(`${baseUrl}/pages/${pageId}/conversations/${ann.psid}`);
  await tab.getByRole("img", { name: "Commented on a post" }).first().waitFor();
  for (const words of ["The PRICE, please", "Private reply to the comment", "Public answer", "Liked the comment"])
    await tab.getByText(words, { exact: true }).first().waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("a comment tool is edited on a phone, by keyboard alone", async (t) => {
  const { pageId, settings } = await startMessenger(t, { accountId: "104000000000002" });
  const workspaceId = await ensureWorkspace(deps.db);
  await insertPage(deps.db, { id: pageId, workspaceId, channel: "messenger", name: "Tea shop" });
  await connectPage(deps, pageId, settings as Parameters<typeof connectPage>[2]);
  const tool = {
    ...{ type: "comments" as const, name: "All comments", ref: null, flow: "Prices", is_published: true },
    settings: {
      ...{ words: [], excludes: [], posts: "all" as const, include_replies: false, once_per_person: true },
      ...{ like: false, hide: false, answers: ["Hello", "Hi"] },
    },
  };
  await applyPageFile(deps, pageId, aPageFile({ flows: [aFlow("Prices")], tools: [tool] }), { prune: true });
  const tab = await openAs(t, "owner", `/pages/${pageId}/tools`);
  await tab.setViewportSize({ width: 390, height: 800 });

  await tab.getByRole("button", { name: "Edit All comments" }).focus();
  await tab.keyboard.press("Enter");
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Hide the comment" }).focus();
  await tab.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Remove answer 2" }).focus();
  await tab.keyboard.press("Enter");
  const isTooWide = await tab.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  await dialog.getByRole("button", { name: "Save" }).focus();
  await tab.keyboard.press("Enter");
  await tab.getByText("“All comments” is saved.").waitFor();

  assert.equal(isTooWide, false);
  await tab.getByRole("button", { name: "Edit All comments" }).click();
  assert.equal(await dialog.getByRole("checkbox", { name: "Hide the comment" }).isChecked(), true);
  assert.equal(await dialog.getByRole("textbox", { name: "Public answer 1" }).textContent(), "Hello");
  assert.equal(await dialog.getByRole("textbox", { name: "Public answer 2" }).count(), 0);
});
