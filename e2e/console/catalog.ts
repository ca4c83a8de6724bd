import assert from "node:assert/strict";
import { after, type TestContext } from "node:test";
import type { Role } from "@banter/core/model/role.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { aFlow, aKeyword, aPage, type TestPage } from "@banter/server/test/builders.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { sharedConsole } from "./console.ts";
import type { OwnTabOptions } from "./team.ts";

/** One server and one browser for all tests of a file. Each test has a page of its own. */
export const opened = sharedConsole({ after });
export type Setup = Parameters<typeof aPage>[1];

export const shop: Setup = {
  folders: ["Shop", "Shop/Orders", "Help"],
  flows: [
    aFlow("Welcome"),
    aFlow("Đơn hàng mới"),
    { ...aFlow("Draft"), published: false },
    aFlow("Shop/Catalogue"),
    aFlow("Shop/Orders/Where is it"),
  ],
};

/** Something on every screen of a page. */
export const everything: Setup = {
  ...shop,
  keywords: [aKeyword("hello", "Welcome"), aKeyword("hello", "Draft")],
  ice_breakers: [{ title: "Who are you?", flow: "Welcome" }],
  main_menu: [{ title: "Our shop", url: "https://example.com" }],
  tools: [
    { type: "qr_code", name: "Poster", ref: "poster", flow: "Welcome", is_published: true },
    { type: "chat_widget", name: "Site", ref: "site", flow: "Draft", is_published: false },
  ],
  tags: ["vip"],
  fields: [{ name: "size", type: "text" }],
  knowledge: [{ kind: "text", name: "Opening hours", text: "# Opening hours\nWe open at nine." }],
  sequences: [
    {
      name: "Tips",
      steps: [
        { id: "one", wait_seconds: 0, content: { messages: [{ type: "text", text: "First tip" }] } },
        { id: "two", wait_seconds: 86_400, flow: "Welcome" },
      ],
      leave: { on_reply: true, tags: ["vip"] },
    },
  ],
  rules: [
    {
      ...{ name: "VIPs get tips", when: { type: "tag_added", tag: "vip" }, often: { type: "once" } },
      if: { match: "all", rules: [{ type: "field", field: "size", operator: "is_set" }] },
      do: { actions: [{ action: "enter_sequence", sequence: "Tips" }] },
    },
  ],
};

type ScreenOptions = OwnTabOptions & { setup?: Setup; role?: Role };

/** A screen of a new page, in a tab that is closed at the end of the test. */
export async function openScreen(
  t: TestContext,
  name: string,
  { setup = shop, role = "owner", ...options }: ScreenOptions = {},
) {
  const { node, openAs, baseUrl } = await opened;
  const page = await aPage(node.deps, setup);
  const tab = await openAs(t, role, `/pages/${page.pageId}/${name}`, options);
  return { tab, page, baseUrl };
}

export async function readTree(tab: Tab, { pageId }: TestPage) {
  const { baseUrl } = await opened;
  const answer = await tab.request.get(`${baseUrl}/api/v1/pages/${pageId}/tree`);
  const { folders, flows } = (await answer.json()) as ReplyOf<"GET /pages/:page_id/tree">;
  const idOf = (name: string) => folders.find((folder) => folder.name === name)?.id ?? null;
  return {
    folders,
    flows,
    foldersIn: (name: string) => folders.filter(({ parent_id }) => parent_id === idOf(name)).map((one) => one.name),
    flowsIn: (name: string) => flows.filter(({ folder_id }) => folder_id === idOf(name)).map((one) => one.name),
  };
}

export async function readPublic<Item>(path: string, { pageId, token }: TestPage): Promise<Item[]> {
  const { baseUrl } = await opened;
  const url = `${baseUrl}/api/public_api/v1/pages/${pageId}/${path}`;
  const answer = await fetch(url, { headers: { "access-token": token } });
  return ((await answer.json()) as { data: Item[] }).data;
}

/** Acts, and waits for the answer to the call that this makes. */
export async function saves(tab: Tab, method: string, path: string, act: () => Promise<void>): Promise<void> {
  const [answer] = await Promise.all([
    tab.waitForResponse((response) => response.request().method() === method && response.url().includes(path)),
    act(),
  ]);
  assert.ok(answer.ok());
}

export const isShown = (tab: Tab, text: string) => tab.getByText(text).first().waitFor();
