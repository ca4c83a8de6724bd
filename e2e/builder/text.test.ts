import assert from "node:assert/strict";
import { after, test } from "node:test";
import { savePageSecret } from "@banter/server/store/catalog/page-secrets.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { aDraft, aShop, panel, saved, say, step } from "../console/builder.ts";
import { sharedConsole } from "../console/console.ts";
import { draftOf } from "../console/forms.ts";
import { aLimitedPage, aShopWithField, chipsOf, openText, options, written } from "../console/text.ts";

const it = await sharedConsole({ after });

const hello = aDraft("a", { steps: { a: say("Hello") } });
const field = "Cỡ_áo";

test("two braces open suggestions at the caret, which the keyboard searches and picks", async (t) => {
  const { path } = await aShopWithField(it, field, hello);
  const tab = await it.openAs(t, "owner", path);
  const text = await openText(tab, "Hello");
  const has = (value: string) => eventually(async () => assert.equal(await written(text), value));

  await tab.keyboard.type(" {{");
  await tab.getByRole("option", { name: /First name/ }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.keyboard.type("name");
  await eventually(async () =>
    assert.deepEqual(await options(tab), ["First name", "Last name", "Full name", "Page's name"]),
  );
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  await has("Hello {{user_last_name}}");

  // Accents make no difference, Tab picks too, and writing goes on behind the variable.
  await tab.keyboard.type(", {{co ao");
  await tab.getByRole("option", { name: /Cỡ_áo/ }).waitFor();
  await tab.keyboard.press("Tab");
  await tab.keyboard.type("!");
  await has("Hello {{user_last_name}}, {{Cỡ_áo}}!");

  // Escape closes the suggestions and leaves the text; a mouse picks as well.
  await tab.keyboard.type("{{pag");
  await tab.getByRole("option", { name: /Page's name/ }).waitFor();
  await tab.keyboard.press("Escape");
  assert.equal(await tab.getByRole("option").count(), 0);
  await has("Hello {{user_last_name}}, {{Cỡ_áo}}!{{pag");
  await tab.keyboard.type("e");
  await tab.getByRole("option", { name: /Page's name/ }).click();
  await has("Hello {{user_last_name}}, {{Cỡ_áo}}!{{page_name}}");

  // Nobody sees braces, and a slash does the same.
  assert.deepEqual(await chipsOf(text), ["Last name", "Cỡ_áo", "Page's name"]);
  await tab.keyboard.type(" 1/2 /");
  await tab.getByRole("option", { name: /First name/ }).waitFor();
  await tab.keyboard.type("phone");
  await tab.keyboard.press("Enter");
  await has("Hello {{user_last_name}}, {{Cỡ_áo}}!{{page_name}} 1/2 {{phone}}");
  await saved(tab);
});

test("keys go over chips, remove them and open them; the clipboard and undo keep them whole", async (t) => {
  const { path } = await aShop(it, aDraft("a", { steps: { a: say("Hi {{phone}}{{email}}!") } }));
  const tab = await it.openAs(t, "owner", path);
  const text = await openText(tab, "Hi ");
  const has = (value: string) => eventually(async () => assert.equal(await written(text), value));
  const press = async (...keys: string[]) => {
    for (const key of keys) await tab.keyboard.press(key);
  };

  // Over the exclamation mark, onto the second chip, behind the first: writing goes between them.
  await press("ArrowLeft", "ArrowLeft");
  await text.locator("[data-chosen]", { hasText: "E-mail" }).waitFor();
  await press("ArrowLeft");
  await tab.keyboard.type(" or ");
  await has("Hi {{phone}} or {{email}}!");
  await press("End", "Enter");
  await tab.keyboard.type("Bye");
  await has("Hi {{phone}} or {{email}}!\nBye");

  const whole = "Hi {{phone}} or {{email}}!\nBye";
  await press("Control+a", "Control+c", "ArrowRight", "Control+v");
  await has(whole + whole);
  // How much one undo takes back depends on the pauses between the keys.
  await press("Control+z");
  await eventually(async () => assert.notEqual(await written(text), whole + whole));
  await press("Control+Shift+z");
  await has(whole + whole);
  await press("Control+a", "Control+x");
  await has("");
  await press("Control+v", "Control+Home", "ArrowRight", "ArrowRight", "ArrowRight", "Delete");
  await has(`Hi  or {{email}}!\nBye${whole}`);
  await press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter");
  await tab.getByRole("textbox", { name: "If it is empty, say" }).and(tab.locator(":focus")).waitFor();
  await tab.keyboard.type("none");
  await press("Enter");
  await has(`Hi  or {{email ?? none}}!\nBye${whole}`);
  await tab.keyboard.type("?");
  await has(`Hi  or {{email ?? none}}?!\nBye${whole}`);
  await press("Backspace", "Backspace");
  await has(`Hi  or !\nBye${whole}`);
  await saved(tab);
});

test("an input method writes into the text as it does elsewhere, also beside a chip", async (t) => {
  const { path, pageId } = await aShop(it, aDraft("a", { steps: { a: say("Hi {{phone}}") } }));
  const tab = await it.openAs(t, "owner", path);
  const text = await openText(tab, "Hi ");
  const session = await tab.context().newCDPSession(tab);

  for (const words of ["V", "Vi", "Vie", "Việ", "Việt"]) {
    await session.send("Input.imeSetComposition", {
      text: words,
      selectionStart: words.length,
      selectionEnd: words.length,
    });
  }
  await session.send("Input.insertText", { text: "Việt " });
  await tab.keyboard.type("{{em");
  await tab.getByRole("option", { name: /E-mail/ }).waitFor();
  await tab.keyboard.press("Enter");

  await eventually(async () => assert.equal(await written(text), "Hi {{phone}}Việt {{email}}"));
  await saved(tab);
  const { a } = (await draftOf(it, pageId)).steps;
  assert.equal(a?.content.messages[0].text, "Hi {{phone}}Việt {{email}}");
});

test("signs around words can be switched off, where a text has some", async (t) => {
  const { path } = await aShop(it, hello);
  const tab = await it.openAs(t, "owner", path);
  await openText(tab, "Hello");
  const markup = panel(tab).getByRole("switch", { name: "Bold, italic and links" });
  assert.equal(await markup.count(), 0);

  await tab.keyboard.type(" *today* 2 * 3");
  await markup.waitFor();
  assert.ok(await markup.isChecked());
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await markup.click();
  await eventually(async () => assert.ok(!(await markup.isChecked())));

  await saved(tab);
  await tab.reload();
  await openText(tab, "Hello");
  await eventually(async () => assert.ok(!(await markup.isChecked())));
});

test("the menu has a search, words for an empty field, spins and words by gender", async (t) => {
  const { path } = await aShop(it, hello);
  const tab = await it.openAs(t, "owner", path);
  const text = await openText(tab, "Hello");
  const open = () => panel(tab).getByRole("button", { name: "Insert a variable into Text" }).click();

  await open();
  const search = tab.getByRole("combobox", { name: "Search variables" });
  await tab.getByLabel("If it is empty, say").fill("friend");
  await search.fill("first");
  await eventually(async () => assert.deepEqual(await options(tab), ["First name"]));
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await search.press("Enter");
  await eventually(async () => assert.equal(await written(text), "Hello{{user_first_name ?? friend}}"));
  assert.deepEqual(await chipsOf(text), ["First name or friend"]);

  // Words that vary are edited at once, the first of them selected.
  await open();
  await tab.getByRole("option", { name: /One of several words/ }).click();
  await tab.getByRole("textbox", { name: "One of several words" }).and(tab.locator(":focus")).waitFor();
  await tab.keyboard.type("Xin chào");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.keyboard.press("Escape");
  await open();
  await search.fill("gender");
  await tab.getByText("For a man, for a woman, and if the gender is not known.").waitFor();
  await tab.getByRole("option", { name: /Words by gender/ }).click();
  await tab.getByRole("textbox", { name: "For a man" }).and(tab.locator(":focus")).waitFor();
  await tab.keyboard.type("anh");
  await tab.keyboard.press("Enter");
  await eventually(async () =>
    assert.equal(
      await written(text),
      "Hello{{user_first_name ?? friend}}{{Xin chào|Hi|Good day}}#GENDER{{anh|Ms.|dear customer}}",
    ),
  );

  // A press on a chip opens it, too.
  await text.locator(".text-chip", { hasText: "First name" }).click();
  await tab.getByRole("button", { name: "Remove from the text" }).click();
  await eventually(async () =>
    assert.equal(await written(text), "Hello{{Xin chào|Hi|Good day}}#GENDER{{anh|Ms.|dear customer}}"),
  );
});

test("emoji are found in both languages and inserted at the caret", async (t) => {
  const { path } = await aShop(it, hello);
  const tab = await it.openAs(t, "owner", path);
  const text = await openText(tab, "Hello");
  const open = () => panel(tab).getByRole("button", { name: "Insert an emoji into Text" }).click();

  await open();
  await tab.getByRole("textbox", { name: "Search emoji" }).fill("giao hang");
  await tab.getByRole("button", { name: "🚚" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.keyboard.press("Enter");
  await eventually(async () => assert.equal(await written(text), "Hello🚚"));
  await open();
  await tab.getByRole("region", { name: "Used lately" }).getByRole("button", { name: "🚚" }).click();
  await tab.keyboard.type(".");
  await eventually(async () => assert.equal(await written(text), "Hello🚚🚚."));
});

test("a text that may have a gap says so, and one press adds a fallback", async (t) => {
  const { path, pageId } = await aShop(
    it,
    aDraft("a", {
      steps: { a: say("Hi {{user_first_name}}!", { next: "b" }), b: say("Mail to {{email}}") },
      layout: { a: { x: 0, y: 0 }, b: { x: 380, y: 0 } },
    }),
  );
  const tab = await it.openAs(t, "owner", path);
  const text = await openText(tab, "Hi ");

  await panel(tab).getByText("First name may be empty.").waitFor();
  assert.equal(await text.getAttribute("aria-invalid"), null);
  await panel(tab).getByRole("button", { name: "Add a fallback in Text" }).click();
  // The words are selected, ready to be replaced.
  await tab.keyboard.type("there");
  await step(tab, "Hi First name!").getByTitle("If it is empty: there").waitFor();
  await eventually(async () => assert.equal(await written(text), "Hi {{user_first_name ?? there}}!"));
  await panel(tab).getByText("First name may be empty.").waitFor({ state: "detached" });

  await tab.getByRole("button", { name: /^Problems/ }).click();
  // The problems of a draft are read shortly after it has changed: the first text's is still there on a quick machine.
  const gap = (words: string) => panel(tab).getByRole("button", { name: new RegExp(`gap for customers.* ${words}`) });
  await gap("Mail to").waitFor();
  await gap("Hi").waitFor({ state: "detached" });
  await panel(tab).getByRole("button", { name: "Add a fallback" }).click();
  await step(tab, "Mail to E-mail").getByTitle("If it is empty: your e-mail address").waitFor();
  await panel(tab).getByText("Nothing is wrong with this flow.").waitFor();
  await saved(tab);
  const { b } = (await draftOf(it, pageId)).steps;
  assert.equal(b?.content.messages[0].text, "Mail to {{email ?? your e-mail address}}");
});

test("secrets are suggested in requests and nowhere else", async (t) => {
  const call = { type: "request", method: "GET", url: "https://example.com", headers: [{ name: "key", value: "" }] };
  const { path, pageId } = await aShop(it, aDraft("a", { steps: { a: say("Hello", { next: "b" }), b: call } }));
  await savePageSecret(it.node.deps.db, pageId, "shop_key", { value: "sk_live_one", hosts: ["example.com"] });
  const tab = await it.openAs(t, "owner", path);

  await openText(tab, "Hello");
  await tab.keyboard.type("{{");
  await tab.getByRole("option", { name: /First name/ }).waitFor();
  assert.equal(await tab.getByRole("option", { name: /shop_key/ }).count(), 0);
  await tab.keyboard.press("Escape");

  await step(tab, "https://example.com").click({ position: { x: 60, y: 20 } });
  const value = panel(tab).getByLabel("Value", { exact: true });
  await value.focus();
  await tab.keyboard.type("{{shop");
  await tab.getByRole("option", { name: /shop_key/ }).waitFor();
  await tab.keyboard.press("Enter");
  await eventually(async () => assert.equal(await value.inputValue(), "{{secret.shop_key}}"));
});

test("a counter shows the channel's limit for every text that has one, without the braces of variables", async (t) => {
  const buttons = [{ type: "url", title: "Buy {{page_name}}", url: "https://example.com" }];
  const steps = { a: { type: "message", content: { messages: [{ type: "text", text: "Hello", buttons }] } } };
  const pageId = await aLimitedPage(it, { version: 1, start: "a", steps });
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/flows`);
  await tab.getByRole("link", { name: "Welcome" }).click();
  await openText(tab, "Hello");

  await panel(tab).getByText("5 / 1999", { exact: true }).waitFor();
  await panel(tab).getByText("4 / 20 without variables").waitFor();
  await panel(tab).getByRole("textbox", { name: "Title" }).fill("A title that is far too long");
  await panel(tab).getByText("28 / 20: the channel cuts or splits it").waitFor();
  // This channel tells names, so the customer of a test has one.
  await tab.getByRole("button", { name: "Test", exact: true }).click();
  await panel(tab)
    .getByRole("button", { name: /Test customer: Ann Lee/ })
    .waitFor();
});

test("a flow is tested as a nameless visitor, or as any customer that one enters", async (t) => {
  const visit = aDraft("hi", {
    steps: {
      hi: say("Hello {{user_first_name ?? friend}}, #GENDER{{sir|madam|you}}", { next: "size" }),
      size: {
        type: "condition",
        match: "all",
        rules: [{ type: "field", field, operator: "equals", value: "M" }],
        next: { yes: "m", no: "other" },
      },
      m: say("Size M"),
      other: say("Another size"),
    },
  });
  const { path } = await aShopWithField(it, field, visit);
  const tab = await it.openAs(t, "owner", path);
  const chat = tab.getByRole("log", { name: "Conversation" });
  const bar = panel(tab).getByRole("button", { name: /Test customer:/ });
  await tab.getByRole("button", { name: "Test", exact: true }).click();

  await chat.getByText("Hello friend, you").waitFor();
  await chat.getByText("Another size").waitFor();
  await panel(tab).getByText("{{user_first_name}} was “friend”, the fallback").waitFor();
  await bar.click();
  await panel(tab).getByLabel("First name").fill("Lan");
  await panel(tab).getByRole("combobox", { name: "Gender" }).click();
  await tab.getByRole("option", { name: "Female" }).click();
  await panel(tab).getByLabel("E-mail").fill("nowhere");
  await panel(tab).getByText("This value does not fit the field").waitFor();
  await panel(tab).getByLabel("E-mail").fill("");
  await panel(tab).getByLabel(field).fill("M");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await panel(tab).getByRole("button", { name: "Start with this customer" }).click();
  await chat.getByText("Hello Lan, madam").waitFor();
  await chat.getByText("Size M", { exact: true }).waitFor();

  await tab.reload();
  await tab.getByRole("button", { name: "Test", exact: true }).click();
  await chat.getByText("Hello Lan, madam").waitFor();
  await bar.click();
  await panel(tab).getByRole("button", { name: "New customer" }).click();
  await chat.getByText("Hello friend, you").waitFor();
});

test("the branch of a split can be chosen for a test", async (t) => {
  const branches = [
    { id: "long", weight: 1 },
    { id: "short", weight: 1 },
  ];
  const { path } = await aShop(
    it,
    aDraft("s", {
      steps: { s: { type: "split", branches, next: { long: "l", short: "k" } }, l: say("Long"), k: say("Short") },
    }),
  );
  const tab = await it.openAs(t, "owner", path);
  const chat = tab.getByRole("log", { name: "Conversation" });
  await tab.getByRole("button", { name: "Test", exact: true }).click();

  for (const [branch, text] of [
    ["short", "Short"],
    ["long", "Long"],
    ["short", "Short"],
  ] as const) {
    await panel(tab)
      .getByRole("combobox", { name: /^Split/ })
      .click();
    await tab.getByRole("option", { name: branch }).click();
    await eventually(async () => assert.deepEqual(await chat.locator(".chat-text").allTextContents(), [text]));
  }
});

test("writing and testing work on a phone, without scrolling sideways", async (t) => {
  const { path } = await aShop(it, hello);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 390, height: 800 } });
  const fits = () => tab.evaluate(() => document.documentElement.scrollWidth <= 390);
  await openText(tab, "Hello");
  await tab.keyboard.type("{{");
  await tab.getByRole("option", { name: /First name/ }).click();
  await panel(tab).getByRole("button", { name: "Insert an emoji into Text" }).click();
  await tab.getByRole("textbox", { name: "Search emoji" }).waitFor();
  assert.ok(await fits());
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "Close this panel" }).click();

  await tab.getByRole("button", { name: "Test", exact: true }).click();
  await panel(tab)
    .getByRole("button", { name: /Test customer:/ })
    .click();
  await panel(tab).getByLabel("First name").waitFor();
  assert.ok(await fits());
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});
