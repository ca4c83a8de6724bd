import { test } from "node:test";
import { openConsole } from "./console/console.ts";
import { password } from "./console/team.ts";

test("sign-up, a page, a flow drawn with the mouse and a keyword lead to a chat that answers", async (t) => {
  const { open, baseUrl } = await openConsole(t);
  const tab = await open(t, "/", { expectErrors: true, viewport: { width: 1600, height: 900 } });

  await tab.getByLabel("Your name").fill("Ann Owner");
  await tab.getByLabel("E-mail").fill("ann@example.com");
  await tab.getByRole("textbox", { name: "Password" }).fill(password);
  await tab.getByLabel("Name of your workspace").fill("Corner shop");
  await tab.getByRole("button", { name: "Begin" }).click();
  await tab.getByRole("button", { name: "New page" }).click();
  await tab.getByRole("dialog").getByLabel("Name").fill("Shop chat");
  await tab.getByRole("button", { name: "Create page" }).click();
  await tab.waitForURL(/\/pages\/web_\d+$/);
  const pageId = /web_\d+/.exec(tab.url())?.[0] ?? "";

  await tab.getByRole("link", { name: "Publish a flow: that is what the bot says" }).click();
  await tab.getByRole("button", { name: "New flow" }).last().click();
  await tab.getByRole("radio", { name: "Blank" }).click();
  await tab.getByRole("textbox", { name: "Name" }).fill("Opening hours");
  await tab.getByRole("button", { name: "Create", exact: true }).click();
  const palette = tab.getByRole("navigation", { name: "Add a step" });
  const canvas = tab.locator(".react-flow__pane");
  await palette.getByText("Send a message").dragTo(canvas, { targetPosition: { x: 120, y: 240 } });
  await tab.locator(".side-panel").getByRole("textbox", { name: "Text" }).fill("We open at eight.");
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await tab.locator(".save-status", { hasText: "Version 1 is live" }).waitFor();

  await tab.getByRole("link", { name: "Keywords" }).click();
  await tab.getByRole("button", { name: "New keyword" }).first().click();
  const editor = tab.getByRole("dialog", { name: "New keyword" });
  await editor.getByRole("combobox", { name: "Phrases" }).fill("hours");
  await tab.keyboard.press("Enter");
  await editor.getByRole("combobox", { name: "Flow to start" }).click();
  await tab.getByRole("option", { name: "Opening hours" }).click();
  await editor.getByRole("button", { name: "Create keyword" }).click();
  await tab.getByText("“hours” is added at the end of the list.").waitFor();

  await tab.goto(`${baseUrl}/chat/${pageId}`);
  await tab.getByRole("textbox").fill("hours");
  await tab.keyboard.press("Enter");
  await tab.getByText("We open at eight.").waitFor();
});
