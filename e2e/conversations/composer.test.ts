import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { createSavedReply } from "@banter/server/domain/conversations/saved-replies.ts";
import { aPng } from "@banter/server/test/sample-files.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { sharedConsole } from "../console/console.ts";
import { aDesk, allIn, bubble, composer, draftIn, hears, open } from "../console/conversations.ts";
import type { OwnTabOptions } from "../console/team.ts";
import { chipsOf } from "../console/text.ts";

const it = await sharedConsole({ after });

async function openAnn(t: Test, options: OwnTabOptions = {}) {
  const { pageId, path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  await ann.say("hello");
  await createSavedReply(it.node.deps, pageId, { name: "Greeting", text: "Dear {{user_first_name}}, hello" });
  const tab = await it.openAs(t, "agent", allIn(path), options);
  await open(tab, "Ann");
  await bubble(tab, "Hello there").waitFor();
  return { tab, ann };
}

test("a saved reply with a variable shows it as a chip, and is sent filled in", async (t) => {
  const { tab, ann } = await openAnn(t);

  await tab.getByRole("button", { name: "Saved replies" }).click();
  await tab.getByRole("menuitem", { name: /^Greeting\s+Dear\s+First name\s*, hello$/ }).waitFor();
  await tab.keyboard.press("Escape");
  await composer(tab).pressSequentially("/gre");
  await tab.getByRole("option", { name: /^Greeting\s+Dear\s+First name\s*, hello$/ }).waitFor();
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  await eventually(async () => assert.deepEqual(await chipsOf(composer(tab)), ["First name"]));
  // The caret stands behind the reply.
  await tab.keyboard.type("!");
  assert.equal(await draftIn(tab), "Dear {{user_first_name}}, hello!");
  await tab.keyboard.press("Enter");
  await hears(ann, "Dear Ann, hello!");
  await eventually(async () => assert.equal(await draftIn(tab), ""));
});

test("braces and a button put in variables, a slash within a text is a slash, and Shift breaks the line", async (t) => {
  const { tab, ann } = await openAnn(t);

  await composer(tab).pressSequentially("Hi {{first");
  await tab.getByRole("option", { name: /First name/ }).waitFor();
  await tab.keyboard.press("Enter");
  await eventually(async () => assert.equal(await draftIn(tab), "Hi {{user_first_name}}"));
  await tab.keyboard.press("Shift+Enter");
  await tab.keyboard.type("10 /day");
  assert.equal(await tab.getByRole("option").count(), 0);
  await tab.keyboard.press("Enter");
  await hears(ann, "Hi Ann\n10 /day");

  await tab.getByRole("button", { name: "Insert a variable into Message to the customer" }).click();
  await tab.getByRole("option", { name: "First name" }).click();
  assert.deepEqual(await chipsOf(composer(tab)), ["First name"]);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("a pasted picture is attached, can be taken away, and is sent with the words", async (t) => {
  const { tab, ann } = await openAnn(t, { viewport: { width: 390, height: 844 } });
  const give = (type: "paste" | "drop", name: string) =>
    composer(tab).evaluate(
      (field, { type, name, bytes }) => {
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
        const more = { bubbles: true, cancelable: true };
        field.dispatchEvent(
          type === "paste"
            ? new ClipboardEvent("paste", { clipboardData: files, ...more })
            : new DragEvent("drop", { dataTransfer: files, ...more }),
        );
      },
      { type, name, bytes: [...aPng({ width: 64, height: type === "paste" ? 64 : 48 })] },
    );
  const files = tab.getByRole("list", { name: "Attached files" });

  await give("drop", "wrong.png");
  await files.getByRole("button", { name: "Take away wrong.png" }).click();
  await files.waitFor({ state: "detached" });
  await give("paste", "shot.png");
  await files.getByText("shot.png").waitFor();
  await composer(tab).fill("Like this one?");
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Send", exact: true }).click();

  await hears(ann, "Like this one?");
  await tab.locator('.thread img[src*="/media/"]').waitFor();
  assert.equal(await files.count(), 0);
});
