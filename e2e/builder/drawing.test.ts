import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { aDraft, aShop, draws, empty, middleOf, panel, pull, saved, say, step } from "../console/builder.ts";
import { sharedConsole } from "../console/console.ts";
import { chipsOf, written } from "../console/text.ts";

const it = await sharedConsole({ after });

test("a flow is drawn with the mouse, saves itself, and is there after a reload", async (t) => {
  const { path } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 } });
  const palette = tab.getByRole("navigation", { name: "Add a step" });
  const canvas = tab.locator(".react-flow__pane");

  await palette.getByText("Send a message").dragTo(canvas, { targetPosition: { x: 60, y: 200 } });
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Hello there");
  await palette.getByText("Ask a question").dragTo(canvas, { targetPosition: { x: 420, y: 200 } });
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Your name?");
  await pull(tab, "Hello there", "Next", await middleOf(tab, "Your name?"));
  await tab.locator(".react-flow__edge").waitFor();

  // An exit dropped on the empty canvas asks for the next step.
  const canvasBox = await canvas.boundingBox();
  assert.ok(canvasBox);
  await pull(tab, "Your name?", "Answered", { x: canvasBox.x + canvasBox.width - 330, y: canvasBox.y + 500 });
  await tab.getByRole("textbox", { name: "Search steps" }).fill("message");
  await tab.keyboard.press("Enter");
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Thank you");
  await saved(tab);
  await draws(tab, { edges: 2 });

  await tab.reload();
  await step(tab, "Thank you").waitFor();
  await draws(tab, { edges: 2 });
  assert.equal(await step(tab, "Hello there").locator(".start-flag").count(), 1);
});

test("a button gets an exit of its own, and a variable is inserted at the caret", async (t) => {
  const { path } = await aShop(
    it,
    aDraft("a", {
      steps: { a: say("Hello"), b: say("Bought") },
      layout: { a: { x: 0, y: 0 }, b: { x: 380, y: 60 } },
    }),
  );
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 } });

  await step(tab, "Hello").click();
  await panel(tab).getByRole("textbox", { name: "Text" }).press("End");
  await panel(tab).getByRole("button", { name: "Insert a variable into Text" }).click();
  await tab.getByRole("option", { name: /First name/ }).click();
  await step(tab, "HelloFirst name").locator(".filled-in", { hasText: "First name" }).waitFor();
  await eventually(async () => assert.deepEqual(await chipsOf(panel(tab)), ["First name"]));
  await panel(tab)
    .getByRole("button", { name: /^Add a button/ })
    .click();
  await panel(tab).getByRole("textbox", { name: "Title" }).fill("Buy");
  await pull(tab, "Hello", "Buy", await middleOf(tab, "Bought"));

  await tab.locator(".react-flow__edge.exit-button").waitFor();
  await panel(tab).getByText("Preview", { exact: true }).click();
  await panel(tab).locator(".chat-button", { hasText: "Buy" }).waitFor();
  await saved(tab);
});

test("the first press of a button is not lost when it leaves an empty text", async (t) => {
  const { path } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 } });
  await tab.getByRole("button", { name: "Send a message" }).last().click();
  await panel(tab).getByRole("textbox", { name: "Text" }).focus();
  const add = panel(tab).getByRole("button", { name: "Picture", exact: true });
  const box = await add.boundingBox();
  assert.ok(box);

  await tab.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await tab.mouse.down();
  await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await tab.mouse.up();

  await panel(tab).getByRole("group", { name: "Message 2: Picture" }).waitFor();
  const fault = panel(tab).getByText("Write the text.");
  const text = panel(tab).getByRole("group", { name: "Message 1: Text" }).getByRole("textbox", { name: "Text" });
  // The check has seen the second message.
  await saved(tab);
  assert.equal(await fault.count(), 0);
  await text.pressSequentially("H");
  await text.press("Backspace");
  assert.equal(await fault.count(), 0);
  await text.blur();
  await fault.waitFor();
});

test("changes are undone and redone, and typing counts as one change", async (t) => {
  const { path } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path);

  await tab.getByRole("button", { name: "Send a message" }).last().click();
  const text = panel(tab).getByRole("textbox", { name: "Text" });
  // A slow machine must not make a pause between the keys.
  await tab.clock.setFixedTime(new Date());
  await text.pressSequentially("Good morning");
  await tab.keyboard.press("Control+z");
  await eventually(async () => assert.equal(await written(text), ""));
  await tab.keyboard.press("Control+z");
  await tab.locator(".step-node").waitFor({ state: "detached" });
  await tab.keyboard.press("Control+y");
  await tab.keyboard.press("Control+Shift+z");

  await step(tab, "Good morning").waitFor();
  await saved(tab);
});

test("steps copied into another flow keep the connections among them and lose the others", async (t) => {
  const { path, pathOf } = await aShop(
    it,
    aDraft("a", {
      steps: { a: say("Alpha", { next: "b" }), b: say("Beta", { next: "c" }), c: say("Gamma") },
    }),
    { ...empty, name: "Other" },
  );
  const tab = await it.openAs(t, "owner", path);
  await step(tab, "Alpha").click({ position: { x: 60, y: 20 } });
  await step(tab, "Beta").click({ position: { x: 60, y: 20 }, modifiers: ["Control"] });
  await tab.keyboard.press("Control+c");
  await tab.getByText("2 steps copied.").waitFor();

  await tab.goto(it.baseUrl + pathOf("Other"));
  await tab.getByText("Start with a message").waitFor();
  await tab.keyboard.press("Control+v");

  await step(tab, "Beta").waitFor();
  await draws(tab, { steps: 2, edges: 1 });
  await saved(tab);
});

test("everything on the canvas works with the keyboard alone", async (t) => {
  const { path } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path);
  await tab.getByText("Start with a message").waitFor();

  await tab.keyboard.press("/");
  await tab.keyboard.type("message");
  await tab.keyboard.press("Enter");
  const text = panel(tab).getByRole("textbox", { name: "Text" });
  await text.focus();
  await tab.keyboard.type("First");
  await tab.locator(".react-flow__node").first().focus();
  // A new step is connected to the selected one.
  await tab.keyboard.press("/");
  await tab.keyboard.type("wait");
  await tab.keyboard.press("Enter");
  await step(tab, "One hour").waitFor();
  await draws(tab, { edges: 1 });
  // A select changes the target of an exit.
  const select = panel(tab).getByRole("combobox", { name: "Next: go to" });
  await select.focus();
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.type("First");
  // The list opens, and is searched, a moment after the keys.
  const option = tab.getByRole("option", { name: "First" });
  await option.waitFor();
  await tab.keyboard.press("ArrowDown");
  await option.and(tab.locator("[data-combobox-selected]")).waitFor();
  await tab.keyboard.press("Enter");
  await tab.waitForFunction(() => document.querySelectorAll(".react-flow__edge").length === 2);

  await step(tab, "One hour").focus();
  const before = await step(tab, "One hour").getAttribute("style");
  await tab.keyboard.press("ArrowDown");
  await tab.waitForFunction(
    (style) => document.querySelector(".react-flow__node.selected")?.getAttribute("style") !== style,
    before,
  );
  await tab.keyboard.press("Control+d");
  await tab.waitForFunction(() => document.querySelectorAll(".step-node").length === 3);
  await tab.keyboard.press("Control+a");
  await tab.keyboard.press("Delete");
  await tab.locator(".step-node").first().waitFor({ state: "detached" });
  await tab.keyboard.press("Control+z");
  await tab.waitForFunction(() => document.querySelectorAll(".step-node").length === 3);
  await saved(tab);
});

test("axe finds nothing in the builder with an open step, which fits on a phone in the longer language", async (t) => {
  const { path } = await aShop(
    it,
    aDraft("a", {
      steps: {
        a: say("Hello", { next: "c" }),
        c: { type: "condition", match: "all", rules: [] },
        n: { type: "note", text: "Mind" },
      },
    }),
  );
  const tab = await it.openAs(t, "owner", path);
  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });
  await panel(tab).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  const phone = await it.openAs(t, "owner", path, { viewport: { width: 390, height: 844 }, locale: "vi-VN" });
  await step(phone, "Hello").locator(".step-title", { hasText: "Gửi tin nhắn" }).waitFor();
  await step(phone, "Hello").click({ position: { x: 60, y: 20 } });
  await panel(phone).waitFor();
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
});
