import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { JsonObject } from "@banter/core/model/json.ts";
import { readTemplates } from "@banter/server/domain/connect/platform-lists.ts";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { connectPage } from "@banter/server/domain/pages/page-settings.ts";
import { ensureWorkspace } from "@banter/server/domain/pages/pages.ts";
import { insertPage } from "@banter/server/store/catalog/pages.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { aPageFile } from "@banter/server/test/builders.ts";
import { settingsFor } from "@banter/server/test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "@banter/server/test/platforms/whatsapp/whatsapp.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { panel, saved, step } from "../console/builder.ts";
import { sharedConsole } from "../console/console.ts";

const it = await sharedConsole({ after });
const { deps } = it.node;

test("a template and a form are chosen from the account's lists, with values by name and a preview", async (t) => {
  const whatsapp = await startWhatsapp(t);
  whatsapp.templates.push({
    ...{ id: "1", name: "order_ready", language: "en_US", status: "APPROVED" as const, category: "UTILITY" as const },
    components: [
      { type: "HEADER", format: "IMAGE" },
      { type: "BODY", text: "{{name}}, order {{order}} is ready." },
      { type: "FOOTER", text: "Corner shop" },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Thanks" }] },
    ],
  });
  whatsapp.forms.push(
    { id: "1042", name: "About you", status: "PUBLISHED" },
    { id: "1043", name: "Old form", status: "DEPRECATED" },
  );
  const { path, draft } = await aFlow(settingsFor(whatsapp), `waba_${whatsapp.number.id}`);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 900 } });

  await step(tab, "Hello").click();
  await panel(tab).getByRole("button", { name: "Template", exact: true }).click();
  await panel(tab).getByRole("combobox", { name: "Template" }).click();
  await tab.getByRole("option", { name: "order_ready · en_US" }).click();
  await panel(tab).getByText("Some values are missing").waitFor();
  await panel(tab).getByRole("textbox", { name: "Value of name" }).fill("{{user_first_name}}");
  await tab.keyboard.press("Escape");
  await panel(tab).getByRole("textbox", { name: "Value of order" }).fill("17");
  await panel(tab).getByText("{{user_first_name}}, order 17 is ready.").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  await panel(tab).getByRole("button", { name: "Form", exact: true }).click();
  await panel(tab).getByRole("combobox", { name: "Form" }).click();
  await tab.getByRole("option", { name: "About you" }).click();
  await panel(tab).getByRole("textbox", { name: "Words on the button" }).fill("Fill in");
  await saved(tab);

  const { steps } = await draft();
  const [, template, form] = steps.hello?.content.messages ?? [];
  assert.deepEqual(template?.components?.[1], {
    type: "BODY",
    text: "{{name}}, order {{order}} is ready.",
    params: [
      { key: "{{name}}", value: "{{user_first_name}}" },
      { key: "{{order}}", value: "17" },
    ],
  });
  assert.deepEqual([form?.type, form?.form_id, form?.button], ["form", "1042", "Fill in"]);
});

test("a paused template is named on the page's home", async (t) => {
  const whatsapp = await startWhatsapp(t, { numberId: "106540352242923" });
  const pageId = `waba_${whatsapp.number.id}`;
  await aFlow(settingsFor(whatsapp), pageId);
  whatsapp.templates.push({ id: "1", name: "summer_sale", language: "en_US", status: "APPROVED", components: [] });
  const tab = await it.openAs(t, "owner", `/pages/${pageId}`);
  await readTemplates(deps, pageId);

  await whatsapp.tellApp(`${it.baseUrl}/webhooks/app/whatsapp`, "message_template_status_update", {
    ...{ event: "PAUSED", message_template_name: "summer_sale", message_template_language: "en_US" },
    other_info: { title: "FIRST_PAUSE", description: "Customers have complained." },
  });
  await tab.reload();

  await tab.getByText("The template summer_sale (en_US) is paused and cannot be sent.").waitFor();
  await tab.getByText("Customers have complained.", { exact: true }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

type Message = { type: string; components?: object[]; form_id?: string; button?: string };
type Draft = { steps: Record<string, { content: { messages: Message[] } }> };

async function aFlow(settings: object, pageId: string) {
  const { db } = deps;
  await insertPage(db, {
    id: pageId,
    workspaceId: await ensureWorkspace(db),
    channel: "whatsapp",
    name: "Corner shop",
  });
  await connectPage(deps, pageId, settings as JsonObject);
  const hello = { type: "message", content: { messages: [{ type: "text", text: "Hello" }] } };
  const document = { version: 1, start: "hello", steps: { hello } } as never;
  const file = aPageFile({ flows: [{ name: "Hello", published: false, document }] });
  await applyPageFile({ db }, pageId, file, { prune: true });
  const { id } = await db.get<{ id: number }>(sql`select id from flows where page_id = ${pageId}`);
  return {
    path: `/pages/${pageId}/flows/${id}`,
    draft: async () =>
      (await db.get<{ draft: Draft }>(sql`select draft from flows where page_id = ${pageId} and id = ${id}`)).draft,
  };
}
