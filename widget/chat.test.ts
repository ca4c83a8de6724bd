import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openBrowser } from "./test/browser.ts";
import { eventually, isGone, openChat, showsTexts, write } from "./test/chat-page.ts";

const browser = await openBrowser({ after });
const reply = (title: string, payload: string) => ({ type: "reply", title, payload });
const says = (text: string, fields: object = {}) => ({ type: "text", text, ...fields });

test("hello is answered", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { answer: ({ text }) => [says(`You said ${text}`)] });

  await write(tab, "hello");

  await showsTexts(tab, ["hello", "You said hello"]);
  await tab.getByRole("heading", { level: 1, name: "Corner shop" }).waitFor();
  await eventually(() => assert.equal(standIn.visitor().receipts.seen, standIn.visitor().messages.at(-1)?.id));
  assert.equal(standIn.visitor().receipts.delivered, standIn.visitor().receipts.seen);
});

test("a text of several lines is one message, and a blank one is not sent", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  const field = tab.getByRole("textbox");

  await field.pressSequentially("   ");
  await field.press("Enter");
  await field.fill("one");
  await field.press("Shift+Enter");
  await field.pressSequentially("two");
  await tab.getByRole("button", { name: "Send" }).click();

  await showsTexts(tab, ["one\ntwo"]);
  await eventually(() => assert.equal(standIn.visitor().messages.length, 1));
});

test("Enter during composition does not send the message", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  const field = tab.getByRole("textbox");

  await field.fill("tiê");
  await field.dispatchEvent("keydown", { key: "Enter", isComposing: true, cancelable: true });
  await field.fill("tiếng");
  await field.press("Enter");

  await showsTexts(tab, ["tiếng"]);
  await eventually(() => assert.equal(standIn.visitor().messages.length, 1));
});

test("buttons send a payload, open a link or call a number", async (t) => {
  const url = { type: "url", title: "Open the shop", url: "https://shop.example/a?b=c" };
  const call = { type: "call", title: "Call us", phone: "+84 28 1234 567" };
  const { tab, standIn } = await openChat(t, browser, {
    answer: ({ payload }) => [
      payload ? says("Here is the list") : says("Hi", { buttons: [reply("Coffees", "b1"), url, call] }),
    ],
  });

  await write(tab, "hi");
  await tab.getByRole("button", { name: "Coffees" }).dblclick();

  await showsTexts(tab, ["hi", "Hi", "Coffees", "Here is the list"]);
  assert.deepEqual([...standIn.visitor().keys.values()].at(-1), '{"payload":"b1"}');
  const link = tab.getByRole("link", { name: "Open the shop" });
  assert.equal(await link.getAttribute("href"), "https://shop.example/a?b=c");
  assert.equal(await link.getAttribute("target"), "_blank");
  assert.equal(await link.getAttribute("rel"), "noopener noreferrer");
  assert.equal(await tab.getByRole("link", { name: "Call us" }).getAttribute("href"), "tel:+84281234567");
});

test("a quick reply is sent, and the others disappear", async (t) => {
  const { tab, standIn } = await openChat(t, browser, {
    answer: ({ text, payload }) => {
      if (payload) return [says(`Chose ${payload}`)];
      return text === "order" ? [says("Size?", { quick_replies: [reply("Small", "s"), reply("Large", "l")] })] : [];
    },
  });

  await write(tab, "order");
  await tab.getByRole("button", { name: "Large" }).click();

  await showsTexts(tab, ["order", "Size?", "Large", "Chose l"]);
  await isGone(tab.locator(".quick-replies"));
  await tab.locator("textarea:focus").waitFor();
  standIn.say(says("Size again?", { quick_replies: [reply("Small", "s")] }), says("Or write"));
  await tab.getByRole("button", { name: "Small" }).waitFor();
  await write(tab, "neither");
  await isGone(tab.locator(".quick-replies"));
});

test("phone and email quick replies open a small field, whose content is sent as text", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  standIn.say(says("How can we reach you?", { quick_replies: [{ type: "phone_number" }, { type: "email" }] }));

  await tab.getByRole("button", { name: "Share phone number" }).click();
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "Share email address" }).click();
  const field = tab.getByRole("textbox", { name: "Email address" });
  await field.pressSequentially("not an address");
  await field.press("Enter");
  assert.equal(standIn.visitor().messages.length, 1);
  await field.fill("ann@example.com");
  await field.press("Enter");
  await showsTexts(tab, ["How can we reach you?", "ann@example.com"]);

  standIn.say(says("And by phone?", { quick_replies: [{ type: "phone_number" }] }));
  await tab.getByRole("button", { name: "Share phone number" }).click();
  await tab.getByRole("textbox", { name: "Phone number" }).fill("+84 912 345 678");
  await tab.locator(".detail").getByRole("button", { name: "Send" }).click();

  await eventually(() => assert.equal(standIn.visitor().messages.at(-1)?.text, "+84 912 345 678"));
  await isGone(tab.locator(".detail"));
});

test("an empty conversation shows the greeting and the ice breakers", async (t) => {
  const page = { name: "Corner shop", greeting: "Fresh coffee." };
  const ice_breakers = [
    { title: "Where is my order?", payload: "i1" },
    { title: "When do you open?", payload: "i2" },
  ];
  const { tab } = await openChat(t, browser, {
    profile: { page, ice_breakers },
    answer: ({ payload }) => [says(`Answer to ${payload}`)],
  });

  assert.equal(await tab.locator(".greeting").textContent(), "Fresh coffee.");
  await tab.getByRole("button", { name: "When do you open?" }).click();

  await showsTexts(tab, ["When do you open?", "Answer to i2"]);
  await isGone(tab.locator(".ice-breakers"));
});

test("the main menu opens, closes and sends", async (t) => {
  const main_menu = [reply("Talk to us", "m1"), { type: "url", title: "Shop", url: "https://shop.example/" }];
  const { tab } = await openChat(t, browser, {
    profile: { main_menu },
    answer: ({ payload }) => [says(`Menu ${payload}`)],
  });
  const menu = tab.getByRole("button", { name: "Menu" });

  await menu.click();
  assert.equal(await menu.getAttribute("aria-expanded"), "true");
  assert.equal(await tab.getByRole("link", { name: "Shop" }).getAttribute("href"), "https://shop.example/");
  await tab.keyboard.press("Escape");
  await isGone(tab.locator(".menu-list"));
  await menu.click();
  await tab.locator("h1").click();
  await isGone(tab.locator(".menu-list"));
  await menu.click();
  await tab.getByRole("button", { name: "Talk to us" }).click();

  await showsTexts(tab, ["Talk to us", "Menu m1"]);
  await isGone(tab.locator(".menu-list"));
});

test("typing is shown until a message arrives or the time is over", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  const dots = tab.getByRole("img", { name: "Corner shop is typing" });

  standIn.streams.type(standIn.visitor(), 30);
  await dots.waitFor();
  standIn.say(says("Here I am"));
  await isGone(dots);
  standIn.streams.type(standIn.visitor(), 1);
  await dots.waitFor();
  await isGone(dots);

  await showsTexts(tab, ["Here I am"]);
});

test("an answer is read while it is written, until its message replaces it or it is taken back", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  const bubble = tab.locator(".message.typing");
  const dots = bubble.getByRole("img", { name: "Corner shop is typing" });
  const write = (text: string) => standIn.streams.write(standIn.visitor(), text);

  standIn.streams.type(standIn.visitor(), 120);
  write("Here <b>I");
  await bubble.getByText("Here <b>I", { exact: true }).waitFor();
  await dots.waitFor();
  write("");
  await isGone(bubble.locator(".text"));
  await dots.waitFor();
  write("Here I");
  await bubble.getByText("Here I", { exact: true }).waitFor();
  standIn.say(says("Here I am"));
  await isGone(bubble);

  await showsTexts(tab, ["Here I am"]);
});

test("the page is told that the visitor types, and that they have stopped", async (t) => {
  const { tab, standIn } = await openChat(t, browser);
  const field = tab.getByRole("textbox");
  const changes = () => standIn.visitor().typing.filter((each, index, all) => each !== all[index - 1]);

  await field.fill("Hello");
  await eventually(() => assert.deepEqual(changes().slice(0, 1), [true]));
  await field.fill("");
  await eventually(() => assert.deepEqual(changes(), [true, false]));
  await field.fill("Hello again");
  await eventually(() => assert.deepEqual(changes().slice(0, 3), [true, false, true]));
  await field.press("Enter");

  await showsTexts(tab, ["Hello again"]);
});
