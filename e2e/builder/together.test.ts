import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "@banter/server/store/db/sql.ts";
import { aFlow } from "@banter/server/test/builders.ts";
import { startMessenger } from "@banter/server/test/platforms/messenger.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { aShop, panel, saved, status, step } from "../console/builder.ts";
import { sharedConsole } from "../console/console.ts";
import { password } from "../console/team.ts";
import {
  holdSaves,
  isInView,
  isTestScript,
  keeps,
  makeConflict,
  refuseSaves,
  textsOf,
  twoSteps,
  write,
} from "../console/together.ts";
import { aWorkspace } from "../console/workspace.ts";

const it = await sharedConsole({ after });
const wide = { viewport: { width: 1440, height: 900 }, expectErrors: true };

test("changes of different steps come together, each sees the other, and an undo takes back only the own", async (t) => {
  const { path } = await aShop(it, twoSteps);
  const [mine, theirs] = [await it.openAs(t, "owner", path, wide), await it.openAs(t, "editor", path, wide)];
  await mine.getByRole("img", { name: "Also in this flow: The editor" }).waitFor();
  await theirs.getByRole("img", { name: "Also in this flow: The owner" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(mine), []);

  const release = await holdSaves(mine);
  await write(mine, "Hello", "Mine");
  await write(theirs, "Bye", "Theirs");
  await saved(theirs);
  release();

  for (const tab of [mine, theirs]) {
    await step(tab, "Mine").waitFor();
    await step(tab, "Theirs").waitFor();
    await saved(tab);
    assert.equal(await tab.getByRole("alert").count(), 0);
  }
  assert.deepEqual(await textsOf(it, path), { a: "Mine", b: "Theirs" });
  await mine.getByRole("button", { name: "Undo (Ctrl+Z)" }).click();
  await step(theirs, "Hello").waitFor();
  await step(theirs, "Theirs").waitFor();
});

test("one's own second tab is called that, and only the step that both have changed is asked about", async (t) => {
  const { path } = await aShop(it, twoSteps);
  const [first, second] = [await it.openAs(t, "owner", path, wide), await it.openAs(t, "owner", path, wide)];
  await first.getByText("You have this flow open in another tab.").waitFor();
  await second.getByText("You have this flow open in another tab.").waitFor();
  const third = await second.context().newPage();
  await third.goto(it.baseUrl + path);
  await step(third, "Hello").waitFor();

  await makeConflict(first, second);
  const banner = second.getByRole("alert").filter({ hasText: "You changed the same step in another tab" });
  await banner.getByRole("button", { name: "See what differs" }).click();
  await banner.locator("del", { hasText: "Theirs" }).waitFor();
  assert.equal(await banner.locator(".difference").count(), 1);
  assert.deepEqual(await axeFaultsInBothSchemes(second), []);
  await banner.getByRole("button", { name: "Take theirs" }).click();

  await step(second, "Theirs").waitFor();
  await saved(second);
  assert.deepEqual(await textsOf(it, path), { a: "Theirs", b: "Bye" });
  await second.getByRole("button", { name: "Undo (Ctrl+Z)" }).click();
  await step(first, "Mine").waitFor();
  await third.close({ runBeforeUnload: true });
  await second.goto(it.baseUrl);
  await first.getByText("You have this flow open in another tab.").waitFor({ state: "detached" });
});

test("the test is loaded ahead: it opens without a connection", async (t) => {
  const { path } = await aShop(it, twoSteps);
  const tab = await it.openAs(t, "owner", path, wide);
  const script = await tab.waitForFunction(
    () => performance.getEntriesByType("resource").find(({ name }) => /test-drawer.*\.js$/.test(name))?.name,
  );
  // The import ends when all that the script needs is there too.
  await script.evaluate(async (url) => void (await import(String(url))));

  await tab.context().setOffline(true);
  await tab.getByRole("button", { name: "Test", exact: true }).click();

  await panel(tab).getByRole("heading", { name: "Test the flow" }).waitFor();
});

test("a part that cannot be loaded leaves the editor as it is, and comes when the connection is back", async (t) => {
  const { path } = await aShop(it, twoSteps);
  const tab = await it.openAs(t, "owner", path, { ...wide, expects: "dynamically imported module" });
  await tab.route(isTestScript, (route) => route.abort());
  await tab.reload();
  await tab.getByRole("button", { name: "Test", exact: true }).click();
  await panel(tab).getByRole("alert").getByText("The server cannot be reached.").waitFor();
  await panel(tab).getByRole("button", { name: "Close this panel" }).click();
  await write(tab, "Hello", "Still here");
  await saved(tab);
  await tab.getByRole("button", { name: "Test", exact: true }).click();
  await panel(tab).getByRole("alert").waitFor();

  await tab.unroute(isTestScript);
  await tab.context().setOffline(true);
  await tab.context().setOffline(false);

  await tab.getByRole("log", { name: "Conversation" }).getByText("Still here").waitFor();
});

test("unsaved edits are offered back after a crash, with their differences", async (t) => {
  const { path } = await aShop(it, twoSteps);
  const tab = await it.openAs(t, "owner", path, wide);
  await refuseSaves(tab);
  await write(tab, "Hello", "Not saved");
  await status(tab, "No connection");
  await keeps(tab, 1);
  const again = await tab.context().newPage();
  await tab.close();

  await again.goto(it.baseUrl + path);
  const banner = again.getByRole("alert").filter({ hasText: "They are kept in this browser." });
  await banner.getByRole("button", { name: "See what differs" }).click();
  await banner.locator("ins", { hasText: "Not saved" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(again), []);
  await banner.getByRole("button", { name: "Restore them" }).click();
  await saved(again);

  assert.deepEqual(await textsOf(it, path), { a: "Not saved", b: "Bye" });
  await keeps(again, 0);
});

test("unsaved edits are offered back after a reload, and can be discarded", async (t) => {
  const { path } = await aShop(it, twoSteps);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 390, height: 844 }, expectErrors: true });
  await refuseSaves(tab);
  await write(tab, "Hello", "Not saved");
  await keeps(tab, 1);

  await tab.reload();
  await tab.getByRole("button", { name: "Restore them" }).waitFor();
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await tab.getByRole("button", { name: "Discard them" }).click();
  await keeps(tab, 0);
  await tab.reload();
  await step(tab, "Hello").waitFor();

  assert.equal(await tab.getByRole("button", { name: "Restore them" }).count(), 0);
});

test("after an update of the server the console reloads with the unsaved edits", async (t) => {
  const { path } = await aShop(it, twoSteps);
  const tab = await it.openAs(t, "owner", path, { ...wide, expects: "dynamically imported module" });
  // The new version has other names for its scripts.
  await tab.route(isTestScript, (route) => route.fulfill({ status: 404 }));
  await tab.route(`${it.baseUrl}/`, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  await tab.reload();
  const restore = await refuseSaves(tab);
  await write(tab, "Hello", "Not saved");
  await status(tab, "No connection");

  await tab.getByRole("button", { name: "Test", exact: true }).click();
  await panel(tab).getByRole("button", { name: "Try again" }).click();
  await tab.getByText("Your changes are back.").waitFor();
  await step(tab, "Not saved").waitFor();
  await restore();
  await saved(tab);

  assert.deepEqual(await textsOf(it, path), { a: "Not saved", b: "Bye" });
});

test("a save that failed can be tried again at once", async (t) => {
  const { path } = await aShop(it, twoSteps);
  const tab = await it.openAs(t, "owner", path, wide);
  const restore = await refuseSaves(tab);
  await write(tab, "Hello", "At once");
  await status(tab, "No connection");

  await restore();
  await tab.getByRole("button", { name: "Save now" }).click();
  await saved(tab);

  assert.deepEqual(await textsOf(it, path), { a: "At once", b: "Bye" });
});

test("when the session ends, a dialog asks for the login, and then everything is saved", async (t) => {
  const { addPage, openAs, emailOf } = await aWorkspace(it);
  const pageId = await addPage({ flows: [aFlow("Welcome")] });
  const { db } = it.node.deps;
  const flow = await db.find<{ id: number }>(sql`select id from flows where page_id = ${pageId}`);
  const path = `/pages/${pageId}/flows/${flow?.id}`;
  const tab = await openAs(t, "owner", path, wide);
  await step(tab, "Hello").waitFor();

  // The save waits until the session has ended. The dialog takes the focus, so the text is written before it opens.
  const ended = Promise.withResolvers<void>();
  await tab.route(`**${path}/draft`, (route) => ended.promise.then(() => route.continue()));
  await write(tab, "Hello", "Kept");
  await db.count(sql`
    delete from sessions where user_id = (select id from users where email = ${emailOf("owner")})`);
  ended.resolve();
  const dialog = tab.getByRole("dialog", { name: "Log in again" });
  await dialog.waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  assert.equal(await dialog.getByRole("textbox", { name: "E-mail" }).inputValue(), emailOf("owner"));
  await dialog.getByRole("textbox", { name: "Password" }).fill(password);
  await dialog.getByRole("button", { name: "Log in" }).click();

  await dialog.waitFor({ state: "detached" });
  await saved(tab);
  assert.deepEqual(await textsOf(it, path), { hi: "Kept" });
});

test("without a connection the console stays, says so, and goes on by itself", async (t) => {
  const { pageId } = await aShop(it, twoSteps);
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/flows`, {
    ...wide,
    expects: "dynamically imported module",
  });
  await tab.getByText("Welcome").waitFor();

  await tab.context().setOffline(true);
  await tab.getByText("You are offline.").waitFor();
  await tab.getByRole("link", { name: "Keywords" }).click();
  await tab.waitForURL((url) => url.pathname.endsWith("/keywords"));
  await tab.getByRole("alert").getByText("The server cannot be reached.").waitFor();
  await tab.getByRole("heading", { name: "This part could not be shown", level: 1 }).waitFor();
  await tab.getByRole("link", { name: "Flows" }).waitFor();
  await tab.context().setOffline(false);

  await tab.getByRole("heading", { name: "Keywords", level: 1 }).waitFor();
  assert.equal(await tab.getByText("You are offline.").count(), 0);
  // Axe needs a connection, so the strip is shown to it with one.
  await tab.evaluate(() => {
    Object.defineProperty(navigator, "onLine", { value: false });
    dispatchEvent(new Event("offline"));
  });
  await tab.getByText("You are offline.").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("settings ask before they are left with changes, and their button is always in view", async (t) => {
  const { pageId } = await aShop(it, twoSteps);
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/settings`, { viewport: { width: 1280, height: 640 } });
  const question = tab.getByRole("dialog", { name: "Leave without saving?" });
  const isAsked = async () => {
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
  };
  const choose = async (label: string, option: string) => {
    await tab.getByRole("combobox", { name: label }).click();
    await tab.getByRole("option", { name: option, exact: true }).click();
  };
  await tab.getByRole("textbox", { name: "Greeting" }).fill("Good day");
  await isInView(tab, "Save");
  await tab.getByRole("link", { name: "Keywords" }).click();
  await isAsked();
  await tab.getByRole("tab", { name: "Secrets" }).click();
  await isAsked();
  assert.equal(await tab.getByRole("textbox", { name: "Greeting" }).inputValue(), "Good day");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Save", exact: true }).click();
  await tab.getByText("Saved.").waitFor();

  const dirty: [name: string, change: () => Promise<void>][] = [
    ["Conversations", () => choose("Pause of the bot after a person has written", "15 minutes")],
    ["Data", () => choose("Messages sent to customers", "7 days")],
    ["Notifications", () => tab.getByRole("switch", { name: "A program of yours" }).click({ force: true })],
    ["Secrets", () => tab.getByRole("textbox", { name: "Name" }).fill("key")],
    ["Copy of the page", () => tab.getByRole("textbox", { name: "Or paste it here" }).fill("{}")],
  ];
  for (const [name, change] of dirty) {
    await tab.getByRole("tab", { name, exact: false }).click();
    await change();
    await tab.getByRole("link", { name: "Keywords" }).click();
    await isAsked();
    await tab.getByRole("tab", { name: "General" }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await tab.getByRole("textbox", { name: "Greeting" }).waitFor();
  }
});

test("a wrong token and a platform's refusal in any language stand at their field", async (t) => {
  const { graph } = await startMessenger(t);
  const tab = await it.openAs(t, "owner", "/pages", { viewport: { width: 1280, height: 600 }, expectErrors: true });
  await tab.getByRole("button", { name: "New page" }).first().click();
  const dialog = tab.getByRole("dialog");
  const fill = (label: string, value: string) => dialog.getByRole("textbox", { name: label, exact: true }).fill(value);
  const connect = () => dialog.getByRole("button", { name: "Connect" }).click();
  const focused = () => tab.evaluate(() => document.activeElement?.getAttribute("aria-invalid"));

  await dialog.getByRole("radio", { name: "Telegram" }).click();
  await fill("Bot token", "42:wrong");
  await connect();
  await dialog.getByText("This is no bot token.").waitFor();
  assert.equal(await dialog.getByRole("alert").count(), 0);
  assert.equal(await focused(), "true");

  await dialog.getByRole("radio", { name: "Messenger" }).click();
  await dialog.getByRole("button", { name: "Advanced settings" }).click();
  await fill("Page access token", graph.accessToken);
  await fill("App secret", graph.appSecret);
  await fill("Address of the Graph API", graph.origin);
  graph.trouble = () => ({ refuse: { code: 190, message: "Mã truy cập đã hết hạn, hãy đăng nhập lại." } });
  await connect();
  await dialog.getByText(/^Messenger refused these settings: .*Mã truy cập đã hết hạn, hãy đăng nhập lại\.$/).waitFor();
  assert.equal(await dialog.getByRole("alert").count(), 0);
  assert.equal(await focused(), "true");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});
