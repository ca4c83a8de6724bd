import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aServer } from "@banter/server/test/loopback-server.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { aDraft, aShop, draws, empty, panel, saved, say, status, step } from "../console/builder.ts";
import { sharedConsole } from "../console/console.ts";
import { dragByKeyboard } from "../console/drag.ts";
import { caretIn, draftOf, field, option, row } from "../console/forms.ts";

const it = await sharedConsole({ after });
const wide = { viewport: { width: 1600, height: 1000 } };

const split = (
  next: object,
  branches: object[] = [
    { id: "a", weight: 50 },
    { id: "b", weight: 50 },
  ],
) => ({
  type: "split",
  branches,
  next,
});

test("a branch keeps its line when it is renamed, shares add up to 100, and a removed branch takes its line along", async (t) => {
  const { path, pageId } = await aShop(
    it,
    aDraft("s", {
      steps: { s: split({ a: "x", b: "y" }), x: say("Ten off"), y: say("Nothing off") },
      layout: { s: { x: 0, y: 0 }, x: { x: 380, y: -60 }, y: { x: 380, y: 160 } },
    }),
  );
  const tab = await it.openAs(t, "owner", path, wide);
  await step(tab, "Split by chance").click({ position: { x: 60, y: 20 } });

  await field(tab, "Name of branch 1").fill("Giảm giá 10%");
  await tab.getByRole("textbox", { name: "Share of Giảm giá 10%" }).fill("70");
  await panel(tab).getByRole("button", { name: "Branch", exact: true }).click();
  await caretIn(tab, "Name of branch 3");
  await tab.keyboard.type("Quà tặng");
  await option(tab, "Quà tặng: go to", /Nothing off/);
  await draws(tab, { edges: 3 });
  await eventually(async () => {
    const { branches, next } = (await draftOf(it, pageId)).steps.s ?? {};
    assert.equal(
      branches.reduce((sum: number, { weight }: { weight: number }) => sum + weight, 0),
      100,
    );
    assert.equal(next.a, "x");
  });
  await panel(tab).getByRole("button", { name: "Remove: Quà tặng" }).click();
  await draws(tab, { edges: 2 });
  await saved(tab);

  const { branches, next } = (await draftOf(it, pageId)).steps.s ?? {};
  assert.deepEqual(next, { a: "x", b: "y" });
  assert.deepEqual(branches[0].name, "Giảm giá 10%");
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await status(tab, "Version 1 is live");
});

test("a draft with the exit of a branch that is gone opens without a problem and is published", async (t) => {
  const { path } = await aShop(it, aDraft("s", { steps: { s: split({ a: "x", giam_gia: "x" }), x: say("Ten off") } }));
  const tab = await it.openAs(t, "owner", path, wide);
  await draws(tab, { edges: 1 });

  await tab.getByRole("button", { name: "Problems", exact: true }).waitFor();
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();

  await status(tab, "Version 1 is live");
});

test("a new step is not red; a fault stands at its field once it was left; publishing says which button is meant", async (t) => {
  const { path } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path, wide);
  await tab.getByRole("button", { name: "Send a message" }).last().click();

  // Nobody had to press the text: the caret is in it.
  await caretIn(tab, "Text");
  await tab.keyboard.type("Chào bạn");
  await panel(tab)
    .getByRole("button", { name: /^Add a button/ })
    .click();
  await caretIn(tab, "Title");
  await tab.keyboard.type("Xem hàng");
  await saved(tab);
  assert.equal(await tab.locator(".problem-badge").count(), 0);
  assert.equal(await panel(tab).locator("[aria-invalid=true]").count(), 0);
  assert.equal(await panel(tab).getByRole("alert").count(), 0);

  await tab.keyboard.press("Enter");
  const title = row(tab, "Button 2").getByRole("textbox", { name: "Title" });
  await title.pressSequentially("X");
  await title.press("Backspace");
  await tab.keyboard.press("Tab");
  await row(tab, "Button 2").getByText("Write a title.").waitFor();
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByText("Button “Xem hàng”: Choose where it leads.").waitFor();
  await dialog.getByText("Button 2: Write a title.").waitFor();
  await dialog.getByText("Button 2: Choose where it leads.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row(tab, "Button 1").getByText("Choose where it leads.").waitFor();
});

test("one fault is told once, at its field, in words of the reader's language", async (t) => {
  const { path } = await aShop(
    it,
    aDraft("c", {
      steps: {
        c: { type: "condition", match: "all", rules: [{ type: "field", field: "", operator: "equals", value: "M" }] },
      },
    }),
  );
  const tab = await it.openAs(t, "owner", path, { ...wide, locale: "vi-VN" });
  // A field that was empty when the flow was opened counts only when one asks for it.
  await tab.getByRole("button", { name: /^Vấn đề/ }).click();
  await step(tab, "Kiểm tra điều kiện").click({ position: { x: 60, y: 20 } });

  await panel(tab).getByText("Hãy chọn trường.").waitFor();
  assert.equal(await panel(tab).getByText("Trang này không có trường đó.").count(), 0);
  assert.equal(await panel(tab).locator(".mantine-InputWrapper-error").count(), 1);
});

test("choices are typed in one go, each leads its own way, and its line stays when it is renamed or moved", async (t) => {
  const { path, pageId } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path, wide);
  await tab.getByRole("navigation", { name: "Add a step" }).getByText("Ask a question").click();
  await caretIn(tab, "Text");
  await tab.keyboard.type("Cỡ nào?");
  await panel(tab).getByRole("button", { name: "Choices" }).click();

  await caretIn(tab, "Choice 1");
  for (const size of ["S", "M", "L"]) {
    await tab.keyboard.type(size);
    await tab.keyboard.press("Enter");
  }
  await field(tab, "Choice 4").waitFor();
  await tab.keyboard.press("Backspace");
  await field(tab, "Choice 4").waitFor({ state: "detached" });
  await caretIn(tab, "Choice 3");

  await option(tab, "M: go to", "New: Send a message");
  await draws(tab, { steps: 2, edges: 1 });
  // The new step is open, with the caret in its text, and clear of its settings.
  await caretIn(tab, "Text");
  const settings = await panel(tab).boundingBox();
  await eventually(async () => {
    const box = await tab.locator(".react-flow__node.selected").boundingBox();
    assert.ok(box && settings && box.x >= 0 && box.x + box.width <= settings.x, JSON.stringify(box));
  });
  await step(tab, "Cỡ nào?").click({ position: { x: 60, y: 20 } });
  await field(tab, "Choice 2").fill("Vừa");
  await dragByKeyboard(tab, panel(tab).getByRole("button", { name: "Move Choice 2" }), [
    { key: "ArrowLeft", announced: "Choice 2 is at place 1" },
  ]);
  await draws(tab, { edges: 1 });
  await step(tab, "Cỡ nào?").locator(".node-reply", { hasText: "Vừa" }).locator(".exit:not(.is-free)").waitFor();
  await saved(tab);

  const draft = await draftOf(it, pageId);
  const [ask] = Object.values(draft.steps).filter(({ type }) => type === "ask");
  assert.deepEqual(
    ask?.choices.map(({ text }: { text: string }) => text),
    ["Vừa", "S", "L"],
  );
  assert.deepEqual(Object.keys(ask?.next), [ask?.choices[0].id]);
});

test("messages are put in order by keys, and what few need is behind one button", async (t) => {
  const content = {
    messages: [
      { type: "text", text: "Hello" },
      { type: "image", url: "https://example.com/a.png" },
      { type: "cards", elements: [{ title: "Silk" }] },
    ],
  };
  const { path, pageId } = await aShop(it, aDraft("a", { steps: { a: { type: "message", content } } }));
  const tab = await it.openAs(t, "owner", path, wide);
  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });

  await dragByKeyboard(tab, panel(tab).getByRole("button", { name: "Move Message 2: Picture" }), [
    { key: "ArrowUp", announced: "is at place 1" },
  ]);
  await panel(tab).getByRole("group", { name: "Message 1: Picture" }).waitFor();
  const more = panel(tab).getByRole("button", { name: "More", exact: true });
  assert.equal(await more.getAttribute("aria-expanded"), "false");
  await more.click();
  // The pictures of cards have a shape before anybody has chosen one.
  assert.equal(await panel(tab).getByRole("combobox", { name: "Shape of the pictures" }).inputValue(), "Wide");
  await panel(tab).getByRole("button", { name: "Add a tag" }).click();
  await panel(tab).getByRole("combobox", { name: "Tag" }).and(tab.locator(":focus")).waitFor();
  await saved(tab);

  const { messages, actions } = (await draftOf(it, pageId)).steps.a?.content ?? {};
  assert.deepEqual(
    messages.map(({ type }: { type: string }) => type),
    ["image", "text", "cards"],
  );
  assert.deepEqual(actions, [{ action: "add_tag", tag_id: null }]);
});

test("a new step to do something asks what, shows no fault, and a question fits on one screen", async (t) => {
  const { path } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1440, height: 900 } });
  const palette = tab.getByRole("navigation", { name: "Add a step" });
  await palette.getByText("Do something").click();
  await panel(tab).getByRole("button", { name: "Add a tag" }).and(tab.locator(":focus")).waitFor();
  await panel(tab).getByRole("button", { name: "Hand over to a person" }).waitFor();
  assert.equal(await panel(tab).locator(".mantine-InputWrapper-error").count(), 0);
  assert.equal(await tab.locator(".problem-badge").count(), 0);

  await palette.getByText("Ask a question").click();
  await caretIn(tab, "Text");
  await tab.keyboard.type("Cỡ nào?");
  await panel(tab).getByRole("button", { name: "Choices" }).click();
  await caretIn(tab, "Choice 1");
  for (const size of ["S", "M"]) {
    await tab.keyboard.type(size);
    await tab.keyboard.press("Enter");
  }
  await caretIn(tab, "Choice 3");
  await tab.keyboard.type("L");
  for (const name of ["Accept", "Save the answer in", "Other choices: go to"]) {
    const box = await panel(tab).getByRole("combobox", { name }).boundingBox();
    assert.ok(box && box.y + box.height <= 900, `${name} ends at ${box && box.y + box.height}`);
  }
  assert.equal(await panel(tab).getByText("Ask again, at most").count(), 0);
  assert.equal(await panel(tab).locator(".drawn-exit > .exit-sketch").count(), 3);
});

test("a step's name stands on the canvas, in menus and in lists", async (t) => {
  const { path } = await aShop(it, aDraft("a", { steps: { a: say("Hello", { next: null }), b: say("Bye") } }));
  const tab = await it.openAs(t, "owner", path, wide);
  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });

  await field(tab, "Name of the step").fill("Lời chào");
  await step(tab, "Hello").locator(".step-title", { hasText: "Lời chào" }).waitFor();
  await step(tab, "Bye").click({ position: { x: 60, y: 20 } });
  await option(tab, "Next: go to", "Lời chào");
  await draws(tab, { edges: 1 });
  await saved(tab);

  await tab.reload();
  await step(tab, "Lời chào").waitFor();
});

test("searching steps for AI does not find Wait", async (t) => {
  const { path } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path, wide);
  await tab.locator(".empty-canvas").waitFor();
  await tab.keyboard.press("/");
  const popup = tab.getByRole("dialog", { name: "Add a step" });
  const search = popup.getByRole("textbox", { name: "Search steps" });

  await search.fill("wa");
  await popup.getByRole("button", { name: /^Wait/ }).waitFor();
  await search.fill("AI");
  await popup.getByRole("button", { name: /AI/ }).waitFor();
  assert.equal(await popup.getByRole("button", { name: /^Wait/ }).count(), 0);
  await search.fill("ait");
  await popup.getByText("No step is called so.").waitFor();
});

test("all three ways to wait are in view, wide and narrow, in both languages", async (t) => {
  const { path } = await aShop(it, aDraft("w", { steps: { w: { type: "delay", seconds: 3600 } } }));
  for (const locale of ["en-US", "vi-VN"])
    for (const width of [390, 1440]) {
      const tab = await it.openAs(t, "owner", path, { viewport: { width, height: 844 }, locale });
      await tab.locator(".step-node").click({ position: { x: 60, y: 20 } });
      const ways = panel(tab).getByRole("radiogroup").first();
      await ways.waitFor();
      const end = await panel(tab).evaluate((box) => box.getBoundingClientRect().right);
      const cut = await ways
        .locator("label")
        .evaluateAll(
          (labels, end) =>
            labels
              .filter((label) => label.scrollWidth > label.clientWidth || label.getBoundingClientRect().right > end)
              .map(({ textContent }) => textContent),
          end,
        );
      assert.deepEqual(cut, [], `${locale}, ${width} px`);
    }
});

test("a request is sent now, and a value of its answer is kept in a field by a press", async (t) => {
  const answer = { order: { items: [{ stock: 3 }] } };
  const { origin, seen } = await aServer(t, (_, response) => response.end(JSON.stringify(answer)));
  const { path, pageId } = await aShop(
    it,
    aDraft("r", { steps: { r: { type: "request", method: "GET", url: `${origin}/items/{{code}}` } } }),
  );
  const tab = await it.openAs(t, "owner", path, wide);
  await step(tab, "Ask another service").click({ position: { x: 60, y: 20 } });

  await field(tab, "code").fill("áo dài");
  await panel(tab).getByRole("button", { name: "Send it now" }).click();
  await panel(tab).getByText("Answered with status 200.").waitFor();
  assert.deepEqual(
    seen.map(({ url }) => url),
    ["/items/%C3%A1o%20d%C3%A0i"],
  );
  await panel(tab).getByRole("button", { name: "Keep order.items.0.stock" }).click();
  await panel(tab).getByRole("combobox", { name: "Save it in" }).click();
  await tab.getByRole("option", { name: "Address" }).click();
  await saved(tab);

  assert.deepEqual((await draftOf(it, pageId)).steps.r?.save, [{ path: "order.items.0.stock", field: "address" }]);
});

test("adding a question to the ice breakers puts the caret into it, and Enter adds the next", async (t) => {
  const { pageId } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/ice-breakers-and-menu`);

  await tab.getByRole("button", { name: "Add question" }).click();
  await tab.locator("[data-writing]:focus").waitFor();
  await tab.keyboard.type("Giá bao nhiêu?");
  await tab.keyboard.press("Enter");
  await eventually(async () => assert.equal(await questions(tab).count(), 2));
  await tab.keyboard.type("Có ship không?");

  await eventually(async () =>
    assert.deepEqual(await questions(tab).allTextContents(), ["Giá bao nhiêu?", "Có ship không?"]),
  );
});

const questions = (tab: Tab) => tab.getByRole("textbox", { name: /^Question \d/ });

test("axe finds nothing in the forms, light and dark, and they fit on a phone", async (t) => {
  const steps = {
    a: {
      ...say("Hi"),
      content: { messages: [{ type: "text", text: "Hi", buttons: [{ type: "step", title: "", step: null }] }] },
    },
    q: {
      type: "ask",
      content: { messages: [{ type: "text", text: "Q" }] },
      accept: "choice",
      choices: [{ id: "s", text: "S" }],
    },
    s: split({}),
    r: { type: "request", method: "GET", url: "https://", save: [{ path: "a..b", field: "" }] },
    x: { type: "action", actions: [{ action: "add_tag", tag: null }] },
  };
  const { path } = await aShop(it, aDraft("a", { steps }));
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1280, height: 844 } });
  for (const index of Object.keys(steps).keys()) {
    await tab.setViewportSize({ width: 1280, height: 844 });
    await tab.getByRole("button", { name: "Steps", exact: true }).click();
    await panel(tab).locator(".list-item").nth(index).click();
    await panel(tab).locator(".step-name").waitFor();
    assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
    await tab.setViewportSize({ width: 390, height: 844 });
    await tab.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  }
});
