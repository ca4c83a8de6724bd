import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { aFlow, aKeyword } from "@banter/server/test/builders.ts";
import { isShown, opened, openScreen, readPublic, readTree, saves } from "./console/catalog.ts";
import { drag, dragByKeyboard } from "./console/drag.ts";

test("flows are dragged into folders and into order, by mouse and keyboard, and folders into folders", async (t) => {
  const { tab, page } = await openScreen(t, "flows");
  const grip = (name: string) => tab.getByRole("button", { name: `Move ${name}`, exact: true });
  const row = (name: string) => tab.getByRole("listitem").filter({ has: tab.getByRole("link", { name, exact: true }) });
  const folders = tab.getByRole("navigation", { name: "Folders" });
  await grip("Draft").waitFor();

  await saves(tab, "PATCH", "/flows/", () =>
    drag(tab, grip("Draft"), row("Welcome"), { announced: "Draft is over Welcome" }),
  );
  assert.deepEqual((await readTree(tab, page)).flowsIn(""), ["Draft", "Welcome", "Đơn hàng mới"]);

  await saves(tab, "PATCH", "/flows/", () =>
    dragByKeyboard(tab, grip("Draft"), [{ key: "ArrowDown", announced: "Draft is over Welcome" }]),
  );
  assert.deepEqual((await readTree(tab, page)).flowsIn(""), ["Welcome", "Draft", "Đơn hàng mới"]);

  await drag(tab, grip("Draft"), folders.getByRole("button", { name: /^Help/ }), { announced: "Draft is over Help" });
  await isShown(tab, "Moved to Help.");
  assert.deepEqual((await readTree(tab, page)).flowsIn("Help"), ["Draft"]);
  await saves(tab, "PATCH", "/flows/", () => tab.getByRole("button", { name: "Undo" }).click());
  await grip("Draft").waitFor();
  assert.deepEqual((await readTree(tab, page)).flowsIn(""), ["Welcome", "Draft", "Đơn hàng mới"]);

  await saves(tab, "PATCH", "/folders/", () =>
    drag(tab, grip("Help"), folders.getByRole("button", { name: /^Shop/ }), {
      announced: "Help is over Shop",
      part: 0.1,
      zone: "before",
    }),
  );
  assert.deepEqual((await readTree(tab, page)).foldersIn(""), ["Help", "Shop"]);
  await drag(tab, grip("Help"), folders.getByRole("button", { name: /^Shop/ }), { announced: "Help is over Shop" });
  await isShown(tab, "Moved to Shop.");
  assert.deepEqual((await readTree(tab, page)).foldersIn("Shop"), ["Orders", "Help"]);
});

test("a folder is duplicated with everything in it, and moved by a dialog", async (t) => {
  const { tab, page } = await openScreen(t, "flows");
  const more = (name: string) => tab.getByRole("button", { name: `More for ${name}`, exact: true });

  await more("Shop").click();
  await tab.getByRole("menuitem", { name: "Duplicate" }).click();
  await isShown(tab, "Copied to");
  const copied = await readTree(tab, page);
  const copy = copied.folders.find(({ name, parent_id }) => parent_id === null && !["Shop", "Help"].includes(name));
  assert.ok(copy);
  assert.deepEqual(copied.flowsIn(copy.name), ["Catalogue"]);
  assert.equal(copied.flows.filter(({ name }) => name === "Where is it").length, 2);

  await more(copy.name).click();
  await tab.getByRole("menuitem", { name: "Move to…" }).click();
  await tab.getByRole("radio", { name: "Top level / Help" }).check();
  await tab.getByRole("button", { name: "Move here" }).click();
  await tab.getByRole("dialog").waitFor({ state: "hidden" });
  assert.deepEqual((await readTree(tab, page)).foldersIn("Help"), [copy.name]);
});

test("a deleted flow is undone, restored from the trash, or deleted for good after asking", async (t) => {
  const { tab, page } = await openScreen(t, "flows");
  const remove = async (name: string) => {
    await tab.getByRole("button", { name: `More for ${name}`, exact: true }).click();
    await tab.getByRole("menuitem", { name: "Delete" }).click();
  };

  await remove("Welcome");
  await isShown(tab, "“Welcome” is in the trash.");
  assert.ok(!(await readTree(tab, page)).flowsIn("").includes("Welcome"));
  await tab.getByRole("button", { name: "Undo" }).click();
  await isShown(tab, "“Welcome” is back.");
  assert.ok((await readTree(tab, page)).flowsIn("").includes("Welcome"));

  await remove("Welcome");
  await remove("Draft");
  await isShown(tab, "“Draft” is in the trash.");
  await tab.getByRole("link", { name: "Trash" }).click();
  await tab.getByRole("button", { name: "Restore Draft" }).click();
  await isShown(tab, "“Draft” is back.");
  await tab.getByRole("button", { name: "Delete Welcome for good" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await tab.getByRole("button", { name: "Delete Welcome for good" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await isShown(tab, "The trash is empty");
  assert.deepEqual((await readTree(tab, page)).flowsIn("").toSorted(), ["Draft", "Đơn hàng mới"]);
});

test("flows are found without accents, renamed in place, selected and moved together", async (t) => {
  const { tab, page } = await openScreen(t, "flows");
  await tab.getByRole("searchbox").fill("don hang");
  await isShown(tab, "1 found");
  await tab.getByRole("button", { name: "More for Đơn hàng mới" }).click();
  await tab.getByRole("menuitem", { name: "Rename" }).click();
  await tab.getByRole("textbox", { name: "Name" }).fill("Đơn cũ");
  await tab.keyboard.press("Enter");
  await tab.getByRole("button", { name: "Clear the search" }).click();
  await tab.getByRole("link", { name: "Đơn cũ" }).waitFor();

  await tab.getByRole("checkbox", { name: "Select Đơn cũ" }).check();
  await tab.getByRole("checkbox", { name: "Select Draft" }).check();
  await isShown(tab, "2 selected");
  await tab.getByRole("button", { name: "Move", exact: true }).click();
  await tab.getByRole("radio", { name: "Top level / Help" }).check();
  await tab.getByRole("button", { name: "Move here" }).click();
  await tab.getByRole("dialog").waitFor({ state: "hidden" });

  assert.deepEqual((await readTree(tab, page)).flowsIn("Help").toSorted(), ["Draft", "Đơn cũ"].toSorted());

  // The page has a welcome: the next flow starts blank.
  await tab.getByRole("button", { name: "New flow" }).click();
  assert.equal(await tab.getByRole("radio", { name: "Blank" }).isChecked(), true);
});

test("on a phone folders are opened one by one, and the way back works", async (t) => {
  const { tab } = await openScreen(t, "flows", { viewport: { width: 390, height: 844 } });

  await tab.getByRole("button", { name: "Shop", exact: true }).click();
  await tab.getByRole("link", { name: "Catalogue" }).waitFor();
  await tab.getByRole("button", { name: "Orders", exact: true }).click();
  await tab.getByRole("link", { name: "Where is it" }).waitFor();
  await tab.goBack();
  await tab.getByRole("link", { name: "Catalogue" }).waitFor();
  await tab.getByRole("navigation", { name: "Where you are" }).getByRole("button", { name: "All flows" }).click();

  await tab.getByRole("link", { name: "Welcome" }).waitFor();
});

test("an empty page leads to the first flow, which is made from a template", async (t) => {
  const { tab, page } = await openScreen(t, "flows", { setup: {} });
  await tab.getByRole("heading", { name: "Make your first flow" }).waitFor();

  await tab.getByRole("button", { name: "New flow" }).last().click();
  await tab.getByRole("radio", { name: "Ask for a phone number" }).click();
  await tab.getByRole("button", { name: "Create", exact: true }).click();
  await tab.waitForURL(/\/flows\/[0-9]+$/);

  const [flow] = (await readTree(tab, page)).flows;
  assert.equal(flow?.name, "Ask for a phone number");
  const { baseUrl } = await opened;
  const answer = await tab.request.get(`${baseUrl}/api/v1/pages/${page.pageId}/flows/${flow.id}`);
  const { draft } = (await answer.json()) as { draft: { steps: object } };
  assert.deepEqual(Object.keys(draft.steps), ["question", "thanks", "later"]);
});

test("a page with 2,000 flows draws only those in view, and scrolls to the last", async (t) => {
  const flows = Array.from({ length: 2000 }, (_, index) => ({ ...aFlow(`Flow ${index + 1}`), published: false }));
  const { tab } = await openScreen(t, "flows", { setup: { flows } });
  const rows = tab.getByRole("list", { name: "Flows and folders" }).getByRole("listitem");
  await rows.first().waitFor();

  assert.ok((await rows.count()) < 60);
  await tab.locator(".flow-list").evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await tab.getByRole("link", { name: "Flow 2000", exact: true }).waitFor();
  assert.ok((await rows.count()) < 60);
  await tab.getByRole("searchbox").fill("flow 1234");
  await tab.getByRole("link", { name: "Flow 1234", exact: true }).waitFor();
});

test("keywords are created and ordered, and the lab shows which one wins and which are shadowed", async (t) => {
  const { tab, page } = await openScreen(t, "keywords", {
    setup: {
      flows: [aFlow("Prices"), aFlow("Hello"), { ...aFlow("Soon"), published: false }],
      keywords: [aKeyword("hello", "Hello"), { ...aKeyword("how much", "Soon"), match: "contains_word", name: "Soon" }],
    },
  });
  await tab.getByRole("button", { name: "New keyword" }).click();
  const editor = tab.getByRole("dialog", { name: "New keyword" });
  await editor.getByRole("combobox", { name: "Phrases" }).fill("price");
  await tab.keyboard.press("Enter");
  await editor.getByRole("combobox", { name: "Phrases" }).fill("hello");
  await tab.keyboard.press("Enter");
  await editor.getByRole("combobox", { name: "Flow to start" }).click();
  await tab.getByRole("option", { name: "Prices" }).click();
  await editor.getByRole("button", { name: "Create keyword" }).click();
  await isShown(tab, "“price” is added at the end of the list.");
  await isShown(tab, "Its flow is not published or is switched off, so it never starts.");

  const lab = tab.getByRole("region", { name: "Keyword lab" });
  await lab.getByRole("textbox", { name: "A customer writes" }).fill("Hello!");
  await lab.getByText("“Says hello” wins and starts “Hello”.").waitFor();
  await lab.getByText("Lost to “Says hello”, which stands higher in the list.").waitFor();

  await tab.getByRole("button", { name: "More for price" }).click();
  await tab.getByRole("menuitem", { name: "Move to the top" }).click();
  await lab.getByText("“price” wins and starts “Prices”.").waitFor();
  await isShown(tab, "Never wins: “price” stands above it and takes the same messages.");
  const grip = tab.getByRole("button", { name: "Move price", exact: true });
  await saves(tab, "PUT", "/keywords/order", () =>
    dragByKeyboard(tab, grip, [{ key: "ArrowDown", announced: "price is at place 2" }]),
  );
  await lab.getByText("“Says hello” wins and starts “Hello”.").waitFor();

  await lab.getByRole("textbox", { name: "A customer writes" }).fill("how much is it");
  await lab.getByText("No keyword wins.").waitFor();
  await lab.getByText("Its flow is not published or is switched off.").waitFor();
  await saves(tab, "PATCH", "/keywords/", () =>
    tab.getByRole("switch", { name: "price is on" }).click({ force: true }),
  );
  await lab.getByRole("textbox", { name: "A customer writes" }).fill("the price");
  await lab.getByText("It is off.").waitFor();

  const keywords = await readPublic<{ id: number; is_activated: boolean }>("keywords", page);
  assert.deepEqual(
    keywords.map(({ is_activated }) => is_activated),
    [true, false, true],
  );
});

test("5,000 keywords are listed, searched and tried", async (t) => {
  const keywords = Array.from({ length: 5000 }, (_, index) => aKeyword(`product ${index + 1}`, "Hello"));
  const { tab } = await openScreen(t, "keywords", { setup: { flows: [aFlow("Hello")], keywords } });
  const rows = tab.getByRole("list", { name: "Keywords in order" }).getByRole("listitem");
  await rows.first().waitFor();

  assert.ok((await rows.count()) < 60);
  await tab.getByRole("searchbox").fill("product 4321");
  await tab.getByRole("button", { name: "Edit Says product 4321" }).waitFor();
  assert.equal(await rows.count(), 1);
  await tab.getByRole("textbox", { name: "A customer writes" }).fill("Product 77!");
  await tab.getByText("“Says product 77” wins").waitFor();
});

test("an invalid pattern is reported while it is typed and cannot be saved", async (t) => {
  const { tab } = await openScreen(t, "keywords", {
    setup: { flows: [aFlow("Hello")], keywords: [aKeyword("hello", "Hello")] },
  });
  await tab.getByRole("button", { name: "Edit Says hello" }).click();
  const editor = tab.getByRole("dialog", { name: "Edit keyword" });
  await editor.getByRole("combobox", { name: "How to look" }).click();
  await tab.getByRole("option", { name: "Pattern" }).click();

  await editor.getByRole("combobox", { name: "Patterns" }).fill("order (");
  await editor.getByText("it has a bracket without its partner").waitFor();
  await tab.keyboard.press("Enter");

  assert.ok(await editor.getByRole("button", { name: "Save" }).isDisabled());
});

test("ice breakers and the menu appear in the public API in the owner's order", async (t) => {
  const { tab, page } = await openScreen(t, "offers", { setup: { flows: [aFlow("Hello"), aFlow("Prices")] } });
  const ice = tab.locator("section").filter({ has: tab.getByRole("heading", { name: "Ice breakers", exact: true }) });
  const menu = tab.locator("section").filter({ has: tab.getByRole("heading", { name: "Main menu" }) });
  const choose = async (what: string, flow: string) => {
    await tab.getByRole("combobox", { name: `Flow of ${what}` }).click();
    await tab.getByRole("option", { name: flow }).click();
  };

  for (const [number, title, flow] of [
    [1, "Who are you?", "Hello"],
    [2, "How much?", "Prices"],
  ] as const) {
    await ice.getByRole("button", { name: "Add question" }).click();
    await ice.getByRole("textbox", { name: `Question ${number}` }).fill(title);
    await choose(title, flow);
  }
  await ice.getByText("Not saved yet").waitFor();
  await dragByKeyboard(tab, ice.getByRole("button", { name: "Move How much?", exact: true }), [
    { key: "ArrowUp", announced: "How much? is at place 1" },
  ]);
  await ice.getByRole("button", { name: "Save" }).click();
  await ice.getByText("Saved", { exact: true }).waitFor();

  await menu.getByRole("button", { name: "Add link" }).click();
  await menu.getByRole("textbox", { name: "Item 1", exact: true }).fill("Our shop");
  await menu.getByRole("textbox", { name: "Link of item 1" }).fill("example.com");
  await menu.getByRole("button", { name: "Save" }).click();
  await menu.getByText("Write a full link").waitFor();
  await menu.getByRole("textbox", { name: "Link of item 1" }).fill("https://example.com/shop");
  await menu.getByRole("button", { name: "Add flow" }).click();
  await menu.getByRole("textbox", { name: "Item 2", exact: true }).fill("Prices");
  await choose("Prices", "Prices");
  await tab.getByRole("list", { name: "Menu" }).getByText("Our shop").waitFor();
  await menu.getByRole("button", { name: "Save" }).click();
  await menu.getByText("Saved", { exact: true }).waitFor();

  const questions = await readPublic<{ title: string }>("ice_breaker", page);
  const items = await readPublic<{ title: string; type: string }>("main_menu", page);
  assert.deepEqual(
    questions.map(({ title }) => title),
    ["How much?", "Who are you?"],
  );
  assert.deepEqual(
    items.map(({ title, type }) => [title, type]),
    [
      ["Our shop", "link"],
      ["Prices", "flow"],
    ],
  );
});

test("leaving unsaved ice breakers asks for confirmation", async (t) => {
  const { tab } = await openScreen(t, "offers", { setup: { flows: [aFlow("Hello")] } });
  await tab.getByRole("button", { name: "Add question" }).click();

  await tab.getByRole("link", { name: "Keywords" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await tab.getByRole("textbox", { name: "Question 1" }).waitFor();
  await tab.getByRole("link", { name: "Keywords" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Leave" }).click();

  await tab.getByRole("heading", { name: "Keywords", level: 1 }).waitFor();
});

test("a QR code is made, downloaded and ordered", async (t) => {
  const { tab, page } = await openScreen(t, "tools", {
    setup: {
      flows: [aFlow("Poster")],
      tools: [{ type: "chat_ref_url", name: "Profile", ref: "profile", flow: "Poster", is_published: true }],
    },
  });
  await tab.getByRole("button", { name: "New tool" }).click();
  await tab.getByRole("radio", { name: "QR code" }).click();
  await tab.getByRole("textbox", { name: "Name" }).fill("Áp phích");
  assert.equal(await tab.getByRole("textbox", { name: "Code" }).inputValue(), "ap-phich");
  await tab.getByRole("combobox", { name: "Flow to start" }).click();
  await tab.getByRole("option", { name: "Poster" }).click();
  await tab.getByRole("button", { name: "Create", exact: true }).click();
  const code = tab.getByRole("img", { name: "QR code of Áp phích" });
  await code.waitFor();
  await tab.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, await code.elementHandle());

  const downloaded = async (type: "PNG" | "SVG") => {
    const download = tab.waitForEvent("download");
    await tab.getByRole("link", { name: `Download ${type}` }).click();
    return readFile(await (await download).path());
  };
  const png = await downloaded("PNG");
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  // Ten centimetres on paper.
  assert.ok(png.readUInt32BE(16) >= 1200, "too small to print");
  assert.match((await downloaded("SVG")).toString(), /^<svg/);
  await saves(tab, "PUT", "/tools/order", () =>
    dragByKeyboard(tab, tab.getByRole("button", { name: "Move Áp phích", exact: true }), [
      { key: "ArrowUp", announced: "Áp phích is at place 1" },
    ]),
  );
  await saves(tab, "PATCH", "/tools/", () =>
    tab.getByRole("switch", { name: "Profile is published" }).click({ force: true }),
  );
  await isShown(tab, "Not published: it opens the chat and starts nothing.");

  const tools = await readPublic<{ name: string; is_published: boolean }>("tools", page);
  assert.deepEqual(
    tools.map(({ name, is_published }) => [name, is_published]),
    [
      ["Áp phích", true],
      ["Profile", false],
    ],
  );
});

test("tags and fields are added, renamed and deleted", async (t) => {
  const { tab } = await openScreen(t, "fields", { setup: {}, expectErrors: true });
  await tab.getByRole("textbox", { name: "New tag" }).fill("vip");
  await tab.keyboard.press("Enter");
  await tab.getByRole("button", { name: "Rename vip" }).click();
  await tab.getByRole("textbox", { name: "Name of the tag" }).fill("regular");
  await tab.keyboard.press("Enter");
  await tab.getByRole("button", { name: "Delete regular" }).waitFor();
  await tab.getByRole("textbox", { name: "New tag" }).fill("regular");
  await tab.keyboard.press("Enter");
  await isShown(tab, "There is a tag of this name already.");

  await tab.getByRole("textbox", { name: "New field" }).fill("1 size");
  await isShown(tab, "In texts it stands as {{_1_size}}");
  await tab.getByRole("textbox", { name: "New field" }).fill("cỡ");
  await tab.keyboard.press("Enter");
  await tab.getByRole("button", { name: "Delete cỡ" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete field" }).click();
  await isShown(tab, "No custom fields yet.");
});
