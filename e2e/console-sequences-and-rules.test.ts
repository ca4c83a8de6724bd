import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { opened, openScreen } from "./console/catalog.ts";

test("a sequence is written step by step, saved and found again", async (t) => {
  const { tab, page } = await openScreen(t, "audience?tab=sequences");

  await tab.getByRole("link", { name: "New sequence" }).first().click();
  await tab.getByLabel("Name").fill("Welcome week");
  const first = tab.getByRole("region", { name: "Step 1" });
  await first.getByRole("textbox", { name: "Text" }).fill("Glad that you are here");
  await tab.getByRole("button", { name: "Add a step" }).click();
  const second = tab.getByRole("region", { name: "Step 2" });
  await second.getByText("A flow", { exact: true }).click();
  await second.getByLabel("Flow", { exact: true }).click();
  await tab.getByRole("option", { name: "Welcome" }).click();
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("“Welcome week” is saved.").waitFor();

  const { baseUrl } = await opened;
  const answer = await tab.request.get(`${baseUrl}/api/v1/pages/${page.pageId}/sequences`);
  const { sequences } = (await answer.json()) as ReplyOf<"GET /pages/:page_id/sequences">;
  const [saved = assert.fail()] = sequences;
  assert.equal(saved.name, "Welcome week");
  assert.deepEqual(
    saved.steps.map((step) => [step.wait_seconds, "content" in step ? step.content.messages : "flow"]),
    [
      [0, [{ type: "text", text: "Glad that you are here" }]],
      [86_400, "flow"],
    ],
  );
  await tab.getByRole("link", { name: "All sequences" }).click();
  await tab.getByRole("link", { name: "Welcome week" }).waitFor();
  await tab.getByText("2 steps").waitFor();
});

test("a rule is made, and one that would go on for ever warns", async (t) => {
  const { tab } = await openScreen(t, "audience?tab=rules", { setup: { tags: ["vip"] } });
  const make = async (name: string, when: string, action: string) => {
    await tab.getByRole("link", { name: "New rule" }).first().click();
    await tab.getByLabel("Name").fill(name);
    await tab.getByRole("combobox", { name: "This happens" }).click();
    await tab.getByRole("option", { name: when }).click();
    await tab.getByRole("combobox", { name: "Tag" }).first().click();
    await tab.getByRole("option", { name: "vip" }).locator("visible=true").click();
    await tab.getByRole("button", { name: action, exact: true }).click();
    await tab.getByRole("combobox", { name: "Tag" }).last().click();
    await tab.getByRole("option", { name: "vip" }).locator("visible=true").click();
    await tab.getByRole("combobox", { name: "For one customer" }).click();
    await tab.getByRole("option", { name: "Every time" }).click();
    await tab.getByRole("button", { name: "Save" }).click();
    await tab.getByText(`“${name}” is saved.`).waitFor();
    await tab.getByText("It has done nothing yet.").waitFor();
    await tab.getByRole("link", { name: "All rules" }).click();
  };
  await make("Take away", "A tag is added", "Remove a tag");
  await make("Give back", "A tag is removed", "Add a tag");

  await tab.getByText("When the tag “vip” is added: Remove a tag").waitFor();
  assert.equal(await tab.getByText("Would go on for ever").count(), 2);
  await tab.getByRole("link", { name: "Take away" }).click();
  await tab.getByText("Take away → Give back → Take away").waitFor();
});
