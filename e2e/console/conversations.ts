import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { aFlow, aKeyword, aPage } from "@banter/server/test/builders.ts";
import { aVisitor, type ChatMessage } from "@banter/server/test/visitor.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { say } from "./builder.ts";
import type { Console } from "./console.ts";
import { written } from "./text.ts";

/** A page that greets, hands over to a person, and has a flow of two messages with a wait between them. */
export const desk = {
  flows: [
    aFlow("Greeting", "Hello there"),
    {
      name: "Person",
      published: true,
      document: {
        version: 1,
        start: "tell",
        steps: {
          tell: say("A person answers soon", { next: "hand" }),
          hand: { type: "action", actions: [{ action: "hand_over" }], next: null },
        },
      },
    },
    {
      name: "Slow",
      published: true,
      document: {
        version: 1,
        start: "one",
        steps: {
          one: say("One", { next: "wait" }),
          wait: { type: "delay", seconds: 3, next: "two" },
          two: say("Two", { next: null }),
        },
      },
    },
  ],
  keywords: [aKeyword("hello", "Greeting"), aKeyword("person", "Person"), aKeyword("slow", "Slow")],
  tags: ["vip"],
};

/** A page with these flows. `visitor` makes a customer of it. */
export async function aDesk({ node, baseUrl }: Pick<Console, "node" | "baseUrl">) {
  const { pageId } = await aPage(node.deps, desk as never);
  return {
    pageId,
    path: `/pages/${pageId}/conversations`,
    visitor: (first_name: string) => aVisitor(baseUrl, pageId, { first_name }),
  };
}

/** The list of all conversations, also those that nobody needs to answer. */
export const allIn = (path: string) => `${path}?filter=all`;

export type Visitor = Awaited<ReturnType<typeof aVisitor>>;

/** Waits until the customer has received this text, once. */
export async function hears(visitor: Visitor, text: string): Promise<void> {
  const isIt = (message: ChatMessage) => message.from === "page" && message.text === text;
  const late = sleep(120_000, undefined, { ref: false }).then(() => assert.fail(`nobody heard "${text}"`));
  const messages = await Promise.race([visitor.hear((all) => all.some(isIt)), late]);
  assert.equal(messages.filter(isIt).length, 1);
}

export const row = (tab: Tab, name: string) => tab.locator("a.inbox-row", { hasText: name });
export const bubble = (tab: Tab, text: string) => tab.locator(".thread .bubble", { hasText: text });
export const composer = (tab: Tab) => tab.getByRole("textbox", { name: "Message to the customer" });

/** The text in the composer, with its variables as they are sent. */
export const draftIn = (tab: Tab) => written(composer(tab));

export async function open(tab: Tab, name: string): Promise<void> {
  await row(tab, name).click();
  await tab.getByRole("heading", { level: 2, name }).waitFor();
}

export async function write(tab: Tab, text: string): Promise<void> {
  await composer(tab).fill(text);
  await composer(tab).press("Enter");
}

/** The texts of the open conversation. */
export const texts = (tab: Tab) => tab.locator(".thread .message .bubble-text").allInnerTexts();

export const showsTexts = (tab: Tab, expected: string[]) =>
  eventually(async () =>
    assert.deepEqual(
      (await texts(tab)).map((text) => text.trim()),
      expected,
    ),
  );
