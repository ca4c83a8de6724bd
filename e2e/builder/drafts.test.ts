import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "@banter/server/store/db/sql.ts";
import { aFlow } from "@banter/server/test/builders.ts";
import { axeFaults } from "../console/axe.ts";
import { aDraft, aShop, draws, panel, saved, say, status, step } from "../console/builder.ts";
import { sharedConsole } from "../console/console.ts";
import { makeConflict } from "../console/together.ts";

const it = await sharedConsole({ after });

test("two people who change one step at the same time lose nothing", async (t) => {
  const { path, pageId } = await aShop(it, { ...aFlow("Welcome", "Hello"), published: false });
  const [mine, theirs] = [
    await it.openAs(t, "owner", path, { expectErrors: true }),
    await it.openAs(t, "editor", path, { expectErrors: true }),
  ];
  await makeConflict(theirs, mine);
  const banner = mine.getByRole("alert").filter({ hasText: "The editor changed the same step" });
  await banner.waitFor();
  await banner.getByRole("button", { name: "See what differs" }).click();
  await banner.locator("del", { hasText: "Theirs" }).waitFor();
  await banner.locator("ins", { hasText: "Mine" }).waitFor();
  assert.deepEqual(await axeFaults(mine), []);
  await banner.getByRole("button", { name: "Keep mine" }).click();
  await saved(mine);

  const rows = await it.node.deps.db.many<{ name: string; draft: unknown }>(sql`
    select name, draft from flows where page_id = ${pageId} order by id`);
  assert.match(JSON.stringify(rows[0]?.draft), /"Mine"/);
  assert.match(rows[1]?.name ?? "", /^Welcome \(theirs/);
  assert.match(JSON.stringify(rows[1]?.draft), /"Theirs"/);
});

test("publishing shows what changes, and an earlier version is compared and restored", async (t) => {
  const { path } = await aShop(it, aFlow("Welcome", "Hello"));
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 } });

  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Good evening");
  await tab.getByRole("navigation", { name: "Add a step" }).getByText("Wait").click();
  await status(tab, "unpublished changes");
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.locator("del", { hasText: "Hello" }).waitFor();
  await dialog.locator("ins", { hasText: "Good evening" }).waitFor();
  await dialog.locator(".difference.is-added", { hasText: "Wait" }).waitFor();
  assert.deepEqual(await axeFaults(tab), []);
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await status(tab, "Version 2 is live");

  await tab.getByRole("button", { name: "Versions" }).click();
  await panel(tab)
    .getByRole("button", { name: /^Version 1/ })
    .click();
  await tab.locator(".step-node.is-changed").waitFor();
  await tab.locator(".step-node.is-added").waitFor();
  await panel(tab).getByRole("button", { name: "Restore into the draft" }).click();
  await step(tab, "Hello").waitFor();
  await draws(tab, { steps: 1 });
  await tab.reload();
  await step(tab, "Hello").waitFor();
});

test("a flow with errors is not published, and the list of problems leads to the step", async (t) => {
  const { path } = await aShop(
    it,
    aDraft("a", {
      steps: {
        a: say("Hi {{user_first_name}}", { next: "b" }),
        b: { type: "ask", content: { messages: [{ type: "text", text: "Bạn mặc cỡ nào?" }] } },
      },
    }),
  );
  const tab = await it.openAs(t, "owner", path);

  // A field that was empty when the flow was opened counts only when one asks for it.
  await tab.getByRole("button", { name: "Problems: 2", exact: true }).click();
  await tab.getByRole("button", { name: "Problems: one must be put right" }).waitFor();
  await panel(tab)
    .getByRole("button", { name: /Accept: Choose which answers to accept/ })
    .click();
  await panel(tab).getByRole("heading", { name: "Ask a question" }).waitFor();
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByText("One thing must be put right first").waitFor();
  await dialog.getByText("There are 2 warnings; you can publish all the same.").waitFor();
  await dialog.getByRole("button", { name: /^Hi \[First name\] / }).click();
  await dialog.waitFor({ state: "hidden" });
  await panel(tab).getByRole("heading", { name: "Send a message" }).waitFor();
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: /^Bạn mặc cỡ nào\? Accept/ }).click();
  await panel(tab).getByRole("heading", { name: "Ask a question" }).waitFor();
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  assert.ok(await tab.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).isDisabled());
});

test("a draft is tried out: it says hello, asks, waits until the wait is skipped, and explains why", async (t) => {
  const { path } = await aShop(
    it,
    aDraft("hi", {
      steps: {
        hi: say("Hello {{user_first_name ?? friend}}", { next: "size" }),
        size: {
          type: "ask",
          content: { messages: [{ type: "text", text: "Which size?" }] },
          accept: "choice",
          choices: ["S", "M"],
          save_to: "address",
          next: { answered: "wait" },
        },
        wait: { type: "delay", seconds: 86_400, next: "call" },
        call: { type: "request", method: "GET", url: "https://api.example.com/x", next: { ok: "bye" } },
        bye: say("Size {{address}} it is"),
      },
    }),
  );
  const tab = await it.openAs(t, "owner", path);
  await tab.getByRole("button", { name: "Test", exact: true }).click();
  const chat = tab.getByRole("log", { name: "Conversation" });
  await chat.getByText("Hello friend").waitFor();
  await tab.locator(".step-node.is-active", { hasText: "Which size?" }).waitFor();

  await tab.getByRole("textbox", { name: "Write as the customer" }).fill("huge");
  await tab.keyboard.press("Enter");
  await panel(tab).getByText("So the question was asked again.").waitFor();
  await chat.getByRole("button", { name: "M" }).click();
  await tab.locator(".step-node.is-active", { hasText: "One day" }).waitFor();
  await panel(tab).getByRole("button", { name: "Skip the wait" }).click();
  await panel(tab).getByText("GET https://api.example.com/x", { exact: true }).waitFor();
  await panel(tab).getByRole("button", { name: "Answer", exact: true }).click();
  await chat.getByText("Size M it is").waitFor();
  await panel(tab).getByText("What is known").click();
  await panel(tab).getByRole("row", { name: "Address M" }).waitFor();
  assert.deepEqual(await axeFaults(tab), []);
});

test("a viewer sees the whole flow and can change nothing", async (t) => {
  const { path } = await aShop(it, aFlow("Welcome", "Hello"));
  const tab = await it.openAs(t, "viewer", path);

  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });
  const text = panel(tab).getByRole("textbox", { name: "Text" });
  assert.equal(await text.getAttribute("aria-readonly"), "true");
  await tab.locator(".react-flow__node").first().focus();
  await tab.keyboard.press("Delete");
  await tab.keyboard.press("/");
  await step(tab, "Hello").waitFor();
  assert.equal(await tab.getByRole("dialog").count(), 0);
  assert.equal(await tab.getByRole("button", { name: "Publish" }).count(), 0);
  assert.deepEqual(await axeFaults(tab), []);
});

test("a draft changed offline is saved when the network is back", async (t) => {
  const { path } = await aShop(it, aFlow("Welcome", "Hello"));
  const tab = await it.openAs(t, "owner", path, { expectErrors: true });
  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });

  await tab.context().setOffline(true);
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Still here");
  await status(tab, "No connection");
  await tab.context().setOffline(false);
  await saved(tab);

  await tab.reload();
  await step(tab, "Still here").waitFor();
});

test("leaving right after typing saves the draft, and a new name is kept", async (t) => {
  const { path } = await aShop(it, aFlow("Welcome", "Hello"));
  const tab = await it.openAs(t, "owner", path);
  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });

  const name = tab.getByRole("textbox", { name: "Name of the flow" });
  await name.fill("Greeting");
  await name.press("Enter");
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Typed and gone");
  await tab.getByRole("link", { name: "All flows" }).click();
  await tab.waitForURL((url) => url.pathname.endsWith("/flows"));
  await tab.goBack();

  await step(tab, "Typed and gone").waitFor();
  assert.equal(await name.inputValue(), "Greeting");
});
