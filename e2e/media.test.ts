import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aFlow, aPage, aPageFile } from "@banter/server/test/builders.ts";
import { aPng, aPage as aWebPage } from "@banter/server/test/sample-files.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { eventually, showsTexts } from "@banter/widget/test/chat-page.ts";
import { axeFaults, axeFaultsInBothSchemes } from "./console/axe.ts";
import { aDraft, aShop, panel, saved, say, step } from "./console/builder.ts";
import { sharedConsole } from "./console/console.ts";
import { written } from "./console/text.ts";

const it = await sharedConsole({ after });
const phone = { width: 390, height: 800 };
const photo = { name: "biên lai.png", mimeType: "image/png", buffer: aPng({ width: 320, height: 240 }) };
const lie = { name: "photo.png", mimeType: "image/png", buffer: aWebPage };

async function aShopWithChat() {
  const { pageId } = await aPage(it.node.deps, {
    ...aPageFile(),
    flows: [aFlow("Thanks", "Thank you for the picture")],
    page: { ...aPageFile().page, default_reply: "Thanks" },
  });
  return { pageId, path: `/chat/${pageId}` };
}

/** Waits until the picture has been loaded and decoded. */
const isShown = (tab: Tab, selector: string) =>
  eventually(async () => {
    const widths = await tab
      .locator(selector)
      .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
    assert.ok(widths.length > 0 && widths.every((width) => width > 0), JSON.stringify(widths));
  });

test("a visitor's photo is sent, stored, seen in the chat, answered, and there after a reload", async (t) => {
  const { path } = await aShopWithChat();
  const tab = await it.open(t, path, { viewport: phone });

  await tab.getByRole("button", { name: "Send a picture or a file" }).waitFor();
  await tab.locator(".chooser").setInputFiles(photo);

  await showsTexts(tab, ["Thank you for the picture"]);
  await tab.locator('.message.visitor a.picture[href*="/media/"]').waitFor();
  await isShown(tab, ".message.visitor img");
  assert.deepEqual(await axeFaultsOfChat(tab), []);

  await tab.reload();
  await isShown(tab, ".message.visitor img");
});

test("a screenshot is pasted, and the choosing of files works by keyboard", async (t) => {
  const { path } = await aShopWithChat();
  const tab = await it.open(t, path);
  const attach = tab.getByRole("button", { name: "Send a picture or a file" });

  // Listens from the start: the browser opens a chooser of its own until it is told not to.
  tab.on("filechooser", (chooser) => void chooser.setFiles(photo));
  // The chat takes the focus once, when it has been drawn.
  await tab.locator(".composer textarea:focus").waitFor();
  await attach.press("Enter");
  await isShown(tab, ".message.visitor img");
  const pasted = [...photo.buffer];
  await tab.getByRole("textbox").evaluate((field, bytes) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([new Uint8Array(bytes)], "screenshot.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);

  await eventually(async () =>
    assert.equal(await tab.locator('.message.visitor a.picture[href*="/media/"]').count(), 2),
  );
});

test("a file that lies about its type is refused in the visitor's language, and nothing is sent", async (t) => {
  const { path } = await aShopWithChat();
  const tab = await it.open(t, path, { locale: "vi-VN", expectErrors: true });

  await tab.getByRole("button", { name: "Gửi hình hoặc tệp" }).waitFor();
  await tab.locator(".chooser").setInputFiles(lie);

  await tab.getByText("Không thể gửi loại tệp này.").waitFor();
  await tab.getByRole("button", { name: "Xóa" }).click();
  await eventually(async () => assert.equal(await tab.locator(".message").count(), 0));
});

test("a stored picture that is opened by itself runs nothing", async (t) => {
  const { path } = await aShopWithChat();
  const tab = await it.open(t, path, { expectErrors: true });
  // A picture for every program that reads pictures, with a page behind it.
  const twoFaced = { ...photo, buffer: Buffer.concat([photo.buffer, aWebPage]) };
  await tab.locator(".chooser").setInputFiles(twoFaced);
  const href = await tab.locator('.message.visitor a.picture[href*="/media/"]').getAttribute("href");

  const response = await tab.goto(href ?? "");

  const headers = response?.headers() ?? {};
  assert.deepEqual([headers["content-type"], headers["x-content-type-options"]], ["image/png", "nosniff"]);
  assert.match(headers["content-security-policy"] ?? "", /default-src 'none'.*sandbox/);
  assert.notEqual(await tab.title(), "ran");
});

test("a page whose owner wants no files offers none", async (t) => {
  const { pageId, path } = await aShopWithChat();
  const owner = await it.openAs(t, "owner", `/pages/${pageId}/settings`);
  await owner.getByRole("switch", { name: "Visitors may send pictures and files" }).click({ force: true });
  await owner.getByRole("button", { name: "Save", exact: true }).click();
  await owner.getByText("Saved.").first().waitFor();

  const tab = await it.open(t, path);
  await tab.getByRole("heading", { level: 1 }).waitFor();
  await eventually(async () => assert.equal(await tab.getByRole("heading", { level: 1 }).textContent(), "Corner shop"));
  assert.equal(await tab.getByRole("button", { name: "Send a picture or a file" }).count(), 0);
});

const showing = aDraft("a", {
  steps: { a: { type: "message", content: { messages: [{ type: "image", url: "" }] }, next: null } },
});

test("an editor uploads a picture into a message; the canvas and the preview show it", async (t) => {
  const { path } = await aShop(it, showing);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 } });

  await tab.locator(".step-node").click();
  await panel(tab).getByRole("button", { name: "Choose or upload: Picture" }).click();
  const dialog = tab.getByRole("dialog", { name: "Files" });
  await dialog.getByText("No files yet.").waitFor();
  await dialog.locator("input[type=file]").setInputFiles(photo);

  await dialog.waitFor({ state: "hidden" });
  await isShown(tab, ".node-picture");
  await isShown(tab, ".media-picture");
  await saved(tab);
  // The picture itself is shown, never its address. It can be taken out, and a link put in its place.
  assert.equal(await panel(tab).getByText("/media/").count(), 0);
  await step(tab, "Picture").waitFor();
  await panel(tab).getByRole("button", { name: "Remove the file: Picture" }).click();
  await panel(tab).getByRole("button", { name: "Use a link" }).click();
  await panel(tab).getByRole("textbox", { name: "Link: Picture" }).fill("https://example.com/a.png");
  await saved(tab);
});

/** Drops or pastes a file into the place of a picture, as a browser does. */
async function give(
  tab: Tab,
  type: "drop" | "paste",
  { name, buffer }: typeof photo,
  place = panel(tab)
    .getByRole("button", { name: /^Choose or upload/ })
    .first(),
): Promise<void> {
  await place.evaluate(
    (field, { type, name, bytes }) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
      const more = { bubbles: true, cancelable: true };
      if (type === "paste") field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: files, ...more }));
      else
        for (const each of ["dragover", "drop"])
          field.dispatchEvent(new DragEvent(each, { dataTransfer: files, ...more }));
    },
    { type, name, bytes: [...buffer] },
  );
}

test("a picture is dropped on its field, another pasted into it; the test shows what customers get", async (t) => {
  const { path } = await aShop(it, showing);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 }, expectErrors: true });
  const shows = async (name: RegExp) =>
    assert.match((await panel(tab).locator(".media-picture").getAttribute("src", { timeout: 2000 })) ?? "", name);
  await tab.locator(".step-node").click();

  await give(tab, "drop", { ...photo, name: "dropped.png" });
  await eventually(() => shows(/dropped\.png$/));
  await give(tab, "paste", { ...photo, name: "pasted.png", buffer: aPng({ width: 64, height: 64 }) });
  await eventually(() => shows(/pasted\.png$/));
  await give(tab, "drop", lie);
  await panel(tab).getByText("photo.png was not uploaded.").waitFor();
  await shows(/pasted\.png$/);
  await isShown(tab, ".node-picture");
  await saved(tab);

  await tab.getByRole("button", { name: "Test", exact: true }).click();
  await isShown(tab, ".side-panel .chat-picture");
});

test("a card's picture is cropped to the card's shape, with the mouse and with keys", async (t) => {
  const cards = { type: "cards", elements: [{ title: "Phở", image_url: "" }] };
  const { path } = await aShop(
    it,
    aDraft("a", { steps: { a: { type: "message", content: { messages: [cards] }, next: null } } }),
  );
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 } });
  await tab.locator(".step-node").click();
  await give(tab, "drop", { ...photo, name: "phở.png", buffer: aPng({ width: 400, height: 800 }) });
  await isShown(tab, ".node-picture");

  await panel(tab).getByRole("button", { name: "Crop", exact: true }).click();
  const dialog = tab.getByRole("dialog", { name: "Crop the picture" });
  await dialog.getByRole("slider", { name: "Up and down" }).press("Home");
  await dialog.getByRole("slider", { name: "Zoom" }).press("ArrowRight");
  const frame = await dialog.locator(".crop-frame").boundingBox();
  assert.ok(frame);
  await tab.mouse.move(frame.x + 60, frame.y + 60);
  await tab.mouse.down();
  await tab.mouse.move(frame.x + 60, frame.y + 20, { steps: 4 });
  await tab.mouse.up();
  await eventually(async () => {
    const top = await dialog.locator(".crop-frame img").evaluate((image) => Number.parseFloat(image.style.top));
    assert.ok(top < 0, `${top}`);
  });
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Crop and use" }).click();
  await dialog.waitFor({ state: "hidden" });

  // The new file has the shape of a card, so that nothing more is to be cropped.
  await eventually(async () => {
    const [size] = await tab.locator(".node-picture").evaluateAll((all) =>
      all.map((each) => ({
        width: (each as HTMLImageElement).naturalWidth,
        height: (each as HTMLImageElement).naturalHeight,
      })),
    );
    assert.ok(size && Math.abs(size.width / size.height - 1.91) < 0.02, JSON.stringify(size));
  });
  await panel(tab).getByRole("button", { name: "Crop", exact: true }).waitFor({ state: "detached" });
  await saved(tab);
});

test("a file dropped beside the messages becomes one, and its picture is cropped to a shape", async (t) => {
  const { path } = await aShop(it, aDraft("a", { steps: { a: { ...say("Look at this"), next: null } } }));
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 } });
  await tab.locator(".step-node").click();
  const picture = { ...photo, name: "shoe.png", buffer: aPng({ width: 400, height: 800 }) };
  await give(tab, "drop", picture, panel(tab).getByRole("textbox", { name: "Text" }));

  const added = panel(tab).getByRole("group", { name: "Message 2: Picture" });
  await added.locator('.media-picture[src$="shoe.png"]').waitFor();
  await saved(tab);
  await added.getByRole("button", { name: "Crop", exact: true }).click();
  const dialog = tab.getByRole("dialog", { name: "Crop the picture" });
  await dialog.getByText("Portrait", { exact: true }).click();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Crop and use" }).click();
  await dialog.waitFor({ state: "hidden" });

  await eventually(async () => {
    const shown = added.locator(".media-picture");
    const ratio = await shown.evaluate(
      ({ naturalWidth, naturalHeight }: HTMLImageElement) => naturalWidth / naturalHeight,
    );
    assert.ok(Math.abs(ratio - 0.8) < 0.02, String(ratio));
  });
  // One drop made one message.
  assert.equal(
    await panel(tab)
      .getByRole("group", { name: /^Message \d/ })
      .count(),
    2,
  );
  await panel(tab).getByRole("button", { name: "More", exact: true }).click();
  const words = panel(tab).getByRole("textbox", { name: "The picture in words, for those who cannot see it" });
  await words.pressSequentially("A red shoe");
  await saved(tab);
  await tab.reload();
  await tab.locator(".step-node").click();
  await eventually(async () => assert.equal(await written(words), "A red shoe"));
});

test("the library is searched and chosen from by keyboard, and names the flows before it deletes", async (t) => {
  const { path, pageId } = await aShop(it, showing);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 }, expectErrors: true });
  for (const name of ["Bánh mì.png", "Phở.png"]) await uploadAs(tab, pageId, { ...photo, name, seed: name.length });

  await tab.locator(".step-node").click();
  const open = panel(tab).getByRole("button", { name: "Choose or upload: Picture" });
  await open.focus();
  await tab.keyboard.press("Enter");
  const dialog = tab.getByRole("dialog", { name: "Files" });
  await dialog.getByRole("button", { name: "Use Phở.png" }).waitFor();
  await dialog.getByRole("searchbox", { name: "Search by name" }).fill("banh");
  await dialog.getByRole("button", { name: "Use Phở.png" }).waitFor({ state: "detached" });
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.locator("input[type=file]").setInputFiles(lie);
  await dialog.getByText("photo.png was not uploaded.").waitFor();
  await dialog.getByText("Files of this type cannot be stored here.").waitFor();
  await dialog.getByRole("button", { name: "Use Bánh mì.png" }).focus();
  await tab.keyboard.press("Enter");
  await isShown(tab, ".node-picture");
  await saved(tab);

  await open.click();
  await dialog.getByRole("button", { name: "Delete Bánh mì.png" }).click();
  await tab.getByText("These flows show it, and will show nothing in its place: Welcome").waitFor();
  await tab.getByRole("button", { name: "Delete file" }).click();
  await tab.getByText("“Bánh mì.png” is deleted.").waitFor();
  await dialog.getByRole("button", { name: "Use Bánh mì.png" }).waitFor({ state: "detached" });
});

test("the library works on a phone, in Vietnamese", async (t) => {
  const { path, pageId } = await aShop(it, showing);
  const tab = await it.openAs(t, "owner", path, { viewport: phone, locale: "vi-VN" });
  await uploadAs(tab, pageId, { ...photo, seed: 1 });

  await tab.locator(".step-node").click();
  await tab.getByRole("button", { name: /^Chọn hoặc tải lên/ }).click();
  const dialog = tab.getByRole("dialog", { name: "Tệp" });
  await dialog.getByRole("button", { name: "Dùng biên lai.png" }).waitFor();

  const width = await tab.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= phone.width, `the page is ${width} wide`);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await dialog.getByRole("button", { name: "Dùng biên lai.png" }).click();
  await dialog.waitFor({ state: "hidden" });
});

async function uploadAs(tab: Tab, pageId: string, { name, seed }: { name: string; seed: number }): Promise<void> {
  const response = await tab.request.post(`${it.baseUrl}/api/v1/pages/${pageId}/media`, {
    headers: { origin: it.baseUrl, "x-file-name": encodeURIComponent(name), "content-type": "image/png" },
    data: aPng({ width: 200 + seed, height: 150 }),
  });
  assert.equal(response.status(), 200, await response.text());
}

/** The chat has no switch for its colours: it follows the visitor's system. */
async function axeFaultsOfChat(tab: Tab): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await tab.emulateMedia({ colorScheme });
    faults.push(...(await axeFaults(tab)));
  }
  return faults;
}
