import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aFlow, aPage } from "@banter/server/test/builders.ts";
import { testNode } from "@banter/server/test/node.ts";
import { openBrowser, openTab } from "@banter/widget/test/browser.ts";
import { showsTexts, write } from "@banter/widget/test/chat-page.ts";

const { baseUrl, deps } = await testNode({ after });
const browser = await openBrowser({ after });

const keyword = (name: string, phrase: string, flow: string) => ({
  name,
  match: "is" as const,
  phrases: [phrase],
  excludes: [],
  flow,
  is_activated: true,
});

const shop = {
  flows: [
    {
      name: "Hello",
      published: true,
      document: {
        version: 1,
        start: "hi",
        steps: {
          hi: {
            type: "message",
            content: {
              messages: [{ type: "text", text: "Hello!", buttons: [{ type: "step", title: "More", step: "more" }] }],
              quick_replies: [{ type: "flow", caption: "Pictures", flow: "Pictures" }],
            },
          },
          more: { type: "message", content: { messages: [{ type: "text", text: "More of it" }] } },
        },
      },
    },
    {
      name: "Pictures",
      published: true,
      document: {
        version: 1,
        start: "show",
        steps: {
          show: {
            type: "message",
            content: {
              messages: [
                { type: "image", url: "https://pictures.example.com/one.png", alt: "A cup of coffee" },
                { type: "cards", elements: [{ title: "Coffee", subtitle: "250 g" }, { title: "Bread" }] },
              ],
            },
          },
        },
      },
    },
    aFlow("Poster", "You found the poster"),
  ],
  keywords: [keyword("Hello", "hello", "Hello")],
  tools: [{ type: "chat_ref_url" as const, name: "Poster", ref: "poster", flow: "Poster", is_published: true }],
};

test("a visitor gets texts, buttons, quick replies, pictures and cards, also after a reload", async (t) => {
  const { pageId } = await aPage(deps, shop);
  const tab = await openTab(t, browser, { hosts: [new URL(baseUrl).host, "pictures.example.com"] });
  await tab.route("https://pictures.example.com/**", (route) =>
    route.fulfill({ contentType: "image/png", body: pixel }),
  );
  await tab.goto(`${baseUrl}/chat/${pageId}`);

  await write(tab, "hello");
  await showsTexts(tab, ["hello", "Hello!"]);
  await tab.getByRole("button", { name: "More" }).click();
  await showsTexts(tab, ["hello", "Hello!", "More", "More of it"]);
  await write(tab, "hello");
  await tab.getByRole("button", { name: "Pictures" }).click();
  await tab.getByText("Coffee").waitFor();
  await tab.reload();

  await tab.getByText("Coffee").waitFor();
  await tab.getByText("More of it").waitFor();
  const isShown = await tab
    .getByAltText("A cup of coffee")
    .evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  assert.ok(isShown);
});

test("a link with a ref starts its tool's flow", async (t) => {
  const { pageId } = await aPage(deps, shop);
  const tab = await openTab(t, browser, { hosts: [new URL(baseUrl).host] });

  await tab.goto(`${baseUrl}/chat/${pageId}?ref=poster`);

  await showsTexts(tab, ["You found the poster"]);
});

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
