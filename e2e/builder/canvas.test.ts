import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aPage } from "@banter/server/test/builders.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { aDraft, aShop, draws, empty, middleOf, panel, saved, say, step } from "../console/builder.ts";
import { overlaps, pathOfLine, pressLineTool, startPull } from "../console/canvas.ts";
import { sharedConsole } from "../console/console.ts";

const it = await sharedConsole({ after });
const wide = { viewport: { width: 1440, height: 900 } };

const chain = aDraft("a", {
  steps: { a: say("Alpha", { next: "b" }), b: say("Beta", { next: null }) },
  layout: { a: { x: 0, y: 0 }, b: { x: 360, y: 0 } },
});

test("a step is added on a line with the mouse, between its ends and without overlap", async (t) => {
  const { path } = await aShop(it, chain);
  const tab = await it.openAs(t, "owner", path, wide);
  await draws(tab, { steps: 2, edges: 1 });

  await pressLineTool(tab, "Add a step on this line");
  await tab.getByRole("textbox", { name: "Search steps" }).fill("wait");
  await tab.keyboard.press("Enter");

  await draws(tab, { steps: 3, edges: 2 });
  assert.deepEqual(await overlaps(tab), []);
  await saved(tab);
  await tab.getByRole("button", { name: "Undo (Ctrl+Z)" }).click();
  await draws(tab, { steps: 2, edges: 1 });
});

test("a line is removed with the mouse", async (t) => {
  const { path } = await aShop(it, chain);
  const tab = await it.openAs(t, "owner", path, wide);
  await draws(tab, { edges: 1 });

  await pressLineTool(tab, "Remove this line");

  await draws(tab, { steps: 2, edges: 0 });
  await saved(tab);
});

test("lines are chosen, added to and removed with the keyboard alone", async (t) => {
  const { path } = await aShop(
    it,
    aDraft("a", {
      steps: {
        a: { type: "condition", match: "all", rules: [], next: { yes: "b", no: "c" } },
        b: say("Yes"),
        c: say("No"),
      },
      layout: { a: { x: 0, y: 0 }, b: { x: 360, y: -120 }, c: { x: 360, y: 160 } },
    }),
  );
  const tab = await it.openAs(t, "owner", path, wide);
  await draws(tab, { steps: 3, edges: 2 });

  await tab.locator('.react-flow__node[data-id="a"]').focus();
  await tab.keyboard.press("l");
  const first = tab.getByRole("toolbar", { name: /Line “Yes”/ });
  await first.getByRole("button", { name: "Add a step on this line" }).and(tab.locator(":focus")).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.keyboard.press("l");
  await tab.getByRole("toolbar", { name: /Line “No”/ }).waitFor();
  await tab.keyboard.press("Delete");
  await draws(tab, { edges: 1 });
  // The focus is back at the step, whose only line is now the first.
  await tab.locator('.react-flow__node[data-id="a"]:focus').waitFor();
  await tab.keyboard.press("l");
  await first.waitFor();
  await tab.keyboard.press("Enter");
  await tab.getByRole("textbox", { name: "Search steps" }).waitFor();
  await tab.keyboard.type("wait");
  await tab.keyboard.press("Enter");

  await draws(tab, { steps: 4, edges: 2 });
  await saved(tab);
});

test("a pulled line highlights the step that would take it, and no other", async (t) => {
  const { path } = await aShop(
    it,
    aDraft("a", {
      steps: { a: say("Alpha"), b: say("Beta"), n: { type: "note", text: "Remark" } },
      layout: { a: { x: 0, y: 0 }, b: { x: 380, y: 0 }, n: { x: 0, y: 300 } },
    }),
  );
  const tab = await it.openAs(t, "owner", path, wide);
  await draws(tab, { steps: 2 });
  const highlighted = tab.locator("[data-takes-line]");

  await startPull(tab, "Alpha", "Next");
  const { x, y } = await middleOf(tab, "Beta");
  await tab.mouse.move(x, y, { steps: 6 });
  await step(tab, "Beta").and(highlighted).waitFor();
  const note = await middleOf(tab, "Remark");
  await tab.mouse.move(note.x, note.y, { steps: 6 });
  await eventually(async () => assert.equal(await highlighted.count(), 0));
  await tab.mouse.move(x, y, { steps: 6 });
  await tab.mouse.up();

  await draws(tab, { edges: 1 });
  assert.equal(await highlighted.count(), 0);
});

test("a line back to the left goes around the steps between its ends", async (t) => {
  const { path } = await aShop(
    it,
    aDraft("a", {
      steps: { a: say("Alpha", { next: "b" }), b: say("Beta", { next: "c" }), c: say("Gamma", { next: "a" }) },
      layout: { a: { x: 0, y: 0 }, b: { x: 360, y: 0 }, c: { x: 720, y: 0 } },
    }),
  );
  const tab = await it.openAs(t, "owner", path, wide);
  await draws(tab, { steps: 3, edges: 3 });

  for (const words of ["Alpha", "Beta", "Gamma"]) {
    const crossed = await pathOfLine(tab, 2, await step(tab, words).locator(".step-node").boundingBox());
    assert.deepEqual(crossed, [], words);
  }
});

test("steps added by the palette and by a key stand beside the selected one and overlap none", async (t) => {
  const { path } = await aShop(it, chain);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 } });
  const palette = tab.getByRole("navigation", { name: "Add a step" });
  await draws(tab, { steps: 2 });

  for (let count = 3; count <= 5; count++) {
    await step(tab, "Alpha").click({ position: { x: 60, y: 20 } });
    await palette.getByText("Ask a question").click();
    await draws(tab, { steps: count });
  }
  await tab.locator('.react-flow__node[data-id="a"]').focus();
  await tab.keyboard.press("Escape");
  await tab.keyboard.press("/");
  await tab.keyboard.type("wait");
  await tab.keyboard.press("Enter");
  await draws(tab, { steps: 6 });
  await saved(tab);

  assert.deepEqual(await overlaps(tab), []);
});

test("steps that are duplicated and pasted lie on no other step", async (t) => {
  const { path } = await aShop(it, chain);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 } });
  await draws(tab, { steps: 2 });

  await step(tab, "Alpha").click({ position: { x: 60, y: 20 } });
  await tab.getByRole("button", { name: "Duplicate" }).click();
  await draws(tab, { steps: 3 });
  await tab.locator('.react-flow__node[data-id="a"]').focus();
  await tab.keyboard.press("Control+a");
  await tab.keyboard.press("Control+d");
  await draws(tab, { steps: 6 });
  await saved(tab);

  assert.deepEqual(await overlaps(tab), []);
});

test("the canvas does not glide for people who asked for less motion", async (t) => {
  const { path } = await aShop(it, chain);
  // As all tabs of tests do.
  const tab = await it.openAs(t, "owner", path, wide);
  await draws(tab, { steps: 2 });

  const [soon, later] = await tab.getByRole("button", { name: "Zoom in" }).evaluate(async (button: HTMLElement) => {
    const frame = () => new Promise(requestAnimationFrame);
    const view = document.querySelector<HTMLElement>(".react-flow__viewport");
    const before = view?.style.transform;
    button.click();
    while (view?.style.transform === before) await frame();
    const soon = view?.style.transform;
    for (let frames = 0; frames < 30; frames++) await frame();
    return [soon, view?.style.transform];
  });
  assert.equal(soon, later);
});

const toolNames = ["Starts", "Steps", "Problems", "Versions", "Numbers"];

test("the navigation and the settings fold, the canvas gets the room, and the browser remembers it", async (t) => {
  const { path, pageId } = await aShop(it, chain);
  const tab = await it.openAs(t, "owner", path, wide);
  const canvas = tab.locator(".builder-canvas");
  const widthOf = async () => (await canvas.boundingBox())?.width ?? 0;
  await draws(tab, { steps: 2 });

  // The builder starts with a folded navigation, whose links keep their names.
  assert.ok((await widthOf()) > 1200, String(await widthOf()));
  await tab.getByRole("link", { name: "Keywords" }).waitFor();
  await tab.getByRole("button", { name: "Unfold the navigation" }).click();
  await eventually(async () => assert.ok((await widthOf()) < 1150));
  // The tools keep their names beside a navigation, and on a small screen without one.
  const tools = () => tab.locator(".header-tools .tool-words").allInnerTexts();
  assert.deepEqual(await tools(), toolNames);
  await step(tab, "Alpha").click({ position: { x: 60, y: 20 } });
  await panel(tab).getByRole("button", { name: "Fold the settings" }).click();
  await tab.reload();
  await draws(tab, { steps: 2 });
  await tab.getByRole("button", { name: "Fold the navigation" }).waitFor();
  await step(tab, "Alpha").click({ position: { x: 60, y: 20 } });
  await tab.locator(".side-panel.is-folded").waitFor();
  await tab.getByRole("button", { name: "Fold the navigation" }).click();
  await tab.getByRole("button", { name: "Unfold the navigation" }).waitFor();
  // The overview would lie on steps, so that it is there only when asked for.
  assert.equal(await tab.getByRole("img", { name: "Overview of the flow" }).count(), 0);
  await tab.getByRole("button", { name: "Show the overview" }).click();
  await tab.getByRole("img", { name: "Overview of the flow" }).waitFor();
  await tab.getByRole("button", { name: "Hide the overview" }).click();
  await tab.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(await tools(), toolNames);
  const header = tab.locator(".builder-header");
  assert.equal(await header.evaluate((element) => element.scrollWidth > element.clientWidth), false);
  // The tip of the button that was pressed would lie outside of all landmarks.
  await tab.mouse.move(640, 500);
  await tab.getByRole("tooltip").waitFor({ state: "detached" });
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Show the settings" }).click();
  await panel(tab).getByRole("textbox", { name: "Text" }).waitFor();

  await tab.goto(`${it.baseUrl}/pages/${pageId}/keywords`);
  await tab.getByRole("button", { name: "Fold the navigation" }).waitFor();
});

test("the keyboard skips the navigation, opens a step, goes into its settings and back", async (t) => {
  const { path } = await aShop(it, chain);
  const tab = await it.openAs(t, "owner", path, wide);
  await draws(tab, { steps: 2 });

  await tab.keyboard.press("Tab");
  await tab.getByRole("link", { name: "Skip to the content" }).and(tab.locator(":focus")).waitFor();
  await tab.keyboard.press("Enter");
  await tab.locator("main:focus").waitFor();
  const alpha = tab.locator('.react-flow__node[data-id="a"]');
  await alpha.focus();
  await tab.keyboard.press("Enter");
  await panel(tab).locator("[data-writing]:focus").waitFor();
  await tab.keyboard.press("Escape");
  await alpha.and(tab.locator(":focus")).waitFor();
  await tab.keyboard.press("Tab");
  await panel(tab).locator(":focus").waitFor();
  await tab.keyboard.press("Shift+Tab");
  await alpha.and(tab.locator(":focus")).waitFor();
  await tab.getByRole("button", { name: "Steps", exact: true }).click();
  await panel(tab).getByRole("button", { name: /Beta/ }).click();
  await panel(tab).locator("[data-writing]:focus").waitFor();
  assert.equal(await panel(tab).locator("[data-writing]").first().textContent(), "Beta");
});

test("after a click on the empty canvas the keys still work, and a step chosen with Enter has no text", async (t) => {
  const { path } = await aShop(it, chain);
  const tab = await it.openAs(t, "owner", path, wide);
  await draws(tab, { steps: 2 });
  const clickPane = () => tab.locator(".react-flow__pane").click({ position: { x: 560, y: 640 } });

  await clickPane();
  await tab.keyboard.press("/");
  await tab.getByRole("textbox", { name: "Search steps" }).waitFor();
  await tab.keyboard.type("message");
  await tab.keyboard.press("Enter");
  await draws(tab, { steps: 3 });
  assert.equal(await panel(tab).getByRole("textbox", { name: "Text", exact: true }).textContent(), "");
  await saved(tab);

  await clickPane();
  await tab.keyboard.press("Control+z");
  await draws(tab, { steps: 2 });
  await tab.keyboard.press("?");
  await tab.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
});

test("a question mark lists the shortcuts, in both languages", async (t) => {
  const { path } = await aShop(it, empty);
  for (const [locale, title, action] of [
    ["en-US", "Keyboard shortcuts", "Add a step on the chosen line"],
    ["vi-VN", "Phím tắt", "Thêm bước trên đường nối đã chọn"],
  ] as const) {
    const tab = await it.openAs(t, "owner", path, { ...wide, locale });
    await tab.locator(".empty-canvas").waitFor();
    await tab.keyboard.press("?");
    const dialog = tab.getByRole("dialog", { name: title });
    await dialog.getByText(action).waitFor();
    if (locale === "en-US") assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
    await tab.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
});

test("a flow is found without accents among hundreds, of which only those in view are in the page", async (t) => {
  const others = Array.from({ length: 400 }, (_, at) => ({ ...empty, name: `Kịch bản số ${at + 1}` }));
  const { path } = await aShop(it, aDraft("a", { steps: { a: { type: "goto", flow: null } } }), ...others);
  const tab = await it.openAs(t, "owner", path, wide);
  await tab.locator(".step-node").click();
  const chooser = panel(tab).getByRole("combobox", { name: "Flow" });

  await chooser.click();
  await tab.getByRole("option", { name: /Kịch bản số 1 / }).waitFor();
  assert.ok((await tab.getByRole("option").count()) < 40);
  await chooser.fill("so 321");
  await tab.getByRole("option", { name: /Kịch bản số 321/ }).waitFor();
  // An open list lies outside of all landmarks, as every popup does.
  const faults = await axeFaultsInBothSchemes(tab);
  assert.deepEqual(
    faults.filter((fault) => !fault.includes("region: <div data-portal")),
    [],
  );
  await tab.keyboard.press("Enter");
  await eventually(async () => assert.match(await chooser.inputValue(), /Kịch bản số 321/));
  // From the chosen one, the keys lead to its neighbours, in view or not.
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("ArrowDown");
  await tab.getByRole("option", { name: /Kịch bản số 322/, selected: false }).waitFor();
  await tab.keyboard.press("Enter");
  await eventually(async () => assert.match(await chooser.inputValue(), /Kịch bản số 322/));
  await saved(tab);
});

test("a new flow is made from the chooser, in the same folder, and chosen", async (t) => {
  const going = aDraft("a", { steps: { a: { type: "goto", flow: null } } });
  const flows = [{ ...going, name: "Shop/Welcome" }];
  const { pageId } = await aPage(it.node.deps, { folders: ["Shop"], flows: flows as never });
  const tab = await it.openAs(t, "owner", `/pages/${pageId}/flows`, wide);
  await tab.getByText("Shop", { exact: true }).first().click();
  await tab.getByRole("link", { name: "Welcome" }).click();
  await tab.locator(".step-node").click();
  const chooser = panel(tab).getByRole("combobox", { name: "Flow" });

  await chooser.fill("Giao hàng");
  await tab.getByRole("option", { name: "New flow “Giao hàng”" }).click();
  await eventually(async () => assert.match(await chooser.inputValue(), /^Shop \/ Giao hàng/));
  await panel(tab).getByRole("link", { name: "Open the flow Giao hàng" }).waitFor();
  await saved(tab);

  const answer = await tab.request.get(`${it.baseUrl}/api/v1/pages/${pageId}/tree`);
  const tree = (await answer.json()) as { flows: { name: string; folder_id: number | null }[] };
  const folderOf = (name: string) => tree.flows.find((flow) => flow.name === name)?.folder_id;
  assert.ok(folderOf("Welcome"));
  assert.equal(folderOf("Giao hàng"), folderOf("Welcome"));
});
