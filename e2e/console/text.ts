import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { ensureWorkspace } from "@banter/server/domain/pages/pages.ts";
import { saveCustomFields } from "@banter/server/store/catalog/custom-fields.ts";
import { insertPage } from "@banter/server/store/catalog/pages.ts";
import { aPageFile } from "@banter/server/test/builders.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import type { Locator } from "playwright-core";
import { aShop, panel, step } from "./builder.ts";
import type { Console } from "./console.ts";

/** Opens a step and returns its text, focused with the caret at the end. */
export async function openText(tab: Tab, words: string) {
  await step(tab, words).click({ position: { x: 60, y: 20 } });
  const text = panel(tab).getByRole("textbox", { name: "Text", exact: true });
  await text.press("End");
  return text;
}

/** The text of a field, with its variables as the document has them. */
export const written = (field: Locator) =>
  field.evaluate((element) => {
    const sources = [...element.childNodes].map((node) => (node as HTMLElement).dataset?.source ?? node.textContent);
    return sources.join("");
  });

/** The chips of a text, as people read them. */
export const chipsOf = (field: Locator) => field.locator(".text-chip").allTextContents();

/** The suggestions on the screen. */
export const options = (tab: Tab) => tab.getByRole("option").locator("span:first-child").allTextContents();

/** A page with a text field of customers and these flows. */
export async function aShopWithField(it: Console, name: string, ...flows: Parameters<typeof aShop>[1][]) {
  const shop = await aShop(it, ...flows);
  await saveCustomFields(it.node.deps.db, shop.pageId, [{ id: 1, name, type: "text", label: null }]);
  return shop;
}

/** A page whose channel limits the length of texts and tells the names of customers, with one flow. */
export async function aLimitedPage({ node: { deps } }: Console, document: object): Promise<string> {
  const pageId = "1000000000042";
  const workspaceId = await ensureWorkspace(deps.db);
  await insertPage(deps.db, { id: pageId, workspaceId, channel: "messenger", name: "Limited shop" });
  const flows = [{ name: "Welcome", published: false, document }];
  await applyPageFile(deps, pageId, aPageFile({ flows: flows as never }), { prune: true });
  return pageId;
}
