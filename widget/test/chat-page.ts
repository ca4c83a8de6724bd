import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from "playwright-core";
import { buildWidget } from "../../scripts/build-widget.mjs";
import { openTab, type Tab, type TabOptions } from "./browser.ts";
import { openStandIn, type StandIn, type StandInOptions } from "./stand-in.ts";

type ChatOptions = StandInOptions &
  Pick<TabOptions, "expectErrors"> & {
    tab?: BrowserContextOptions;
    query?: string;
    /** Other hosts that the page may load media from. */
    hosts?: string[];
    prepare?: (tab: Tab) => Promise<unknown>;
  };

/** The chat page of a stand-in server, loaded and with an open stream. The server must have to refuse no call of it. */
export async function openChat(t: TestContext, browser: Browser, options: ChatOptions = {}) {
  await buildWidget();
  const { tab: tabOptions, hosts = [], expectErrors, prepare, query = "", ...standInOptions } = options;
  const standIn = await openStandIn(t, standInOptions);
  atEnd(t, () => expectErrors || assert.deepEqual(standIn.refusals, []));
  const tab = await openTab(t, browser, { ...tabOptions, hosts: [...hosts, standIn.host], expectErrors });
  await prepare?.(tab);
  await tab.goto(standIn.chatUrl + query);
  await isListening(standIn);
  return { standIn, tab };
}

export async function isListening({ visitor }: StandIn): Promise<void> {
  await eventually(() => assert.equal(visitor()?.streams.size, 1));
}

export async function write(page: Page | FrameLocator, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Write a message…" });
  await field.fill(text);
  await field.press("Enter");
}

/** The texts of the conversation on the screen. */
export function texts(page: Page | FrameLocator): Promise<string[]> {
  return page.locator("[role=log] .message .text").allTextContents();
}

export async function showsTexts(page: Page | FrameLocator, expected: string[]): Promise<void> {
  await eventually(async () => assert.deepEqual(await texts(page), expected));
}

export async function isGone(locator: Locator): Promise<void> {
  await locator.waitFor({ state: "detached" });
}

/** Repeats the check until it passes, for two minutes at most: the machine may be busy with other tests. */
export async function eventually(check: () => unknown, seconds = 120): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return void (await check());
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
