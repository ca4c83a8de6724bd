import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openBrowser } from "./test/browser.ts";
import { eventually, isGone, openChat, showsTexts, write } from "./test/chat-page.ts";
import { openSite } from "./test/embedding-site.ts";

const browser = await openBrowser({ after });

const form = {
  title: { en: "Who are you?", vi: "Bạn là ai?" },
  text: { en: "We call back." },
  fields: [
    { field: "user_full_name", type: "name", is_required: true },
    { field: "email", type: "email", is_required: true },
    { field: "phone", type: "phone", label: { en: "Mobile" }, is_required: false },
    { field: "size", type: "choice", label: { en: "Size" }, is_required: false, choices: ["S", "M"] },
    { field: "member", type: "boolean", label: { en: "Member" }, is_required: false },
  ],
  consent: { text: { en: "I agree." }, url: "https://shop.example/privacy", is_required: true },
  may_skip: false,
};

test("a visitor fills in the form by keyboard, and then the visit of their link starts", async (t) => {
  const { tab, standIn } = await openChat(t, browser, {
    form,
    query: "?ref=poster",
    answer: () => [{ type: "text", text: "Hello Lan" }],
  });
  await tab.getByRole("heading", { name: "Who are you?" }).waitFor();
  assert.equal(await tab.getByRole("textbox", { name: "Write a message…" }).count(), 0);

  await eventually(() =>
    tab.evaluate(() => document.activeElement?.id === "prechat-user_full_name" || Promise.reject()),
  );
  for (const keys of ["Lan", "Tab", "lan@shop.example", "Tab", "Tab", "M", "Tab", "Tab", "Space"])
    if (keys.length > 1 && /^(Tab|Space)$/.test(keys)) await tab.keyboard.press(keys);
    else await tab.keyboard.type(keys);
  await tab.keyboard.press("Enter");

  await write(tab, "hi");
  await showsTexts(tab, ["hi", "Hello Lan"]);
  assert.deepEqual(standIn.visitor().form, {
    answers: { user_full_name: "Lan", email: "lan@shop.example", size: "M" },
    consent: true,
  });
  const visits = standIn.visitor().visits.map(({ ref, opened }) => ({ ref, opened }));
  assert.deepEqual(visits, [
    { ref: "poster", opened: true },
    { ref: "poster", opened: true },
  ]);
  await tab.reload();
  await showsTexts(tab, ["hi", "Hello Lan"]);
  assert.equal(standIn.visitor().visits.at(-1)?.ref, undefined);
});

test("what is missing or wrong is said at its field, and nothing that was written is lost", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { form, expectErrors: true });
  const name = tab.getByRole("textbox", { name: "Name" });
  const email = tab.getByRole("textbox", { name: "Email address" });
  const start = tab.getByRole("button", { name: "Start chat" });

  await start.click();
  await eventually(async () =>
    assert.match(await name.evaluate((input) => document.activeElement?.id ?? input.id), /full_name/),
  );
  assert.equal(await tab.locator(".prechat-fault").count(), 3);
  await name.fill("Lan");
  await email.fill("lan@");
  await tab.getByRole("checkbox").check();
  await start.click();
  await tab.getByText("Enter an email address such as lan@example.com.").waitFor();
  assert.equal(await email.getAttribute("aria-invalid"), "true");
  assert.equal(await email.getAttribute("aria-describedby"), await tab.locator(".prechat-fault").getAttribute("id"));
  await tab.reload();
  await email.waitFor();

  assert.deepEqual([await name.inputValue(), await email.inputValue()], ["Lan", "lan@"]);
  assert.equal(standIn.visitor().form, undefined);
});

test("answers are kept while the server cannot be reached", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { form, expectErrors: true });
  standIn.faults.refuse("form", 503, { times: 2 });
  await tab.getByRole("textbox", { name: "Name" }).fill("Lan");
  await tab.getByRole("textbox", { name: "Email address" }).fill("lan@shop.example");
  await tab.getByRole("checkbox").check();
  const start = tab.getByRole("button", { name: "Start chat" });

  for (const times of [1, 2]) {
    await start.click();
    await eventually(() => assert.equal(standIn.faults.count("form"), times));
    await tab.getByText("This could not be sent.").waitFor();
    assert.equal(await tab.getByRole("textbox", { name: "Name" }).inputValue(), "Lan");
  }
  await start.click();

  await isGone(tab.locator(".prechat"));
  await tab.getByRole("textbox", { name: "Write a message…" }).waitFor();
});

test("the form speaks the visitor's language, and may be skipped if the page allows it", async (t) => {
  const { tab, standIn } = await openChat(t, browser, {
    form: { ...form, may_skip: true },
    tab: { locale: "vi-VN", viewport: { width: 390, height: 700 }, colorScheme: "dark" },
  });
  await tab.getByRole("heading", { name: "Bạn là ai?" }).waitFor();
  await tab.getByText("We call back.").waitFor();
  const overflow = () => tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.equal(await overflow(), 0);

  await tab.getByRole("button", { name: "Bỏ qua" }).click();

  await tab.getByRole("textbox", { name: "Nhập tin nhắn…" }).waitFor();
  assert.deepEqual(standIn.visitor().form, { skipped: true });
});

test("a message that the page refuses because of its form waits and is sent after it", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { expectErrors: true });
  standIn.ask(form);

  await write(tab, "hello");
  await tab.getByRole("textbox", { name: "Name" }).fill("Lan");
  await tab.getByRole("textbox", { name: "Email address" }).fill("lan@shop.example");
  await tab.getByRole("checkbox").check();
  await tab.getByRole("button", { name: "Start chat" }).click();

  await showsTexts(tab, ["hello"]);
  await eventually(() => assert.equal(standIn.visitor().messages.length, 1));
});

test("the form comes in the chat on a site too", async (t) => {
  const { launcher, chat, standIn } = await openSite(t, browser, { form, attributes: 'data-ref="poster"' });

  await launcher.click();
  await chat.getByRole("textbox", { name: "Name" }).fill("Lan");
  await chat.getByRole("textbox", { name: "Email address" }).fill("lan@shop.example");
  await chat.getByRole("checkbox").check();
  await chat.getByRole("button", { name: "Start chat" }).click();
  await write(chat, "hi");

  await showsTexts(chat, ["hi", "You said hi"]);
  assert.deepEqual(
    standIn.visitor().visits.map(({ ref }) => ref),
    ["poster", "poster"],
  );
});
