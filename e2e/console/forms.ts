import { sql } from "@banter/server/store/db/sql.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { panel } from "./builder.ts";
import type { Console } from "./console.ts";

// biome-ignore lint/suspicious/noExplicitAny: the settings of a step may be anything
type Draft = { start: string | null; steps: Record<string, any> };

/** The stored draft of the page's first flow. */
export async function draftOf({ node: { deps } }: Console, pageId: string): Promise<Draft> {
  const { draft } = await deps.db.get<{ draft: Draft }>(sql`
    select draft from flows where page_id = ${pageId} order by id limit 1`);
  return draft;
}

/** A text field of the inspector. */
export const field = (tab: Tab, name: string) => panel(tab).getByRole("textbox", { name, exact: true });

/** Waits until the caret is in a text field of the inspector, without pressing it. */
export const caretIn = (tab: Tab, name: string) => panel(tab).locator(":focus").and(field(tab, name)).waitFor();

/** A row of a list in the inspector, by the beginning of its name. */
export const row = (tab: Tab, name: string) => panel(tab).locator(`.form-row[aria-label^="${name}"]`);

/** Chooses an option of a select in the inspector. */
export async function option(tab: Tab, select: string, name: string | RegExp): Promise<void> {
  await panel(tab).getByRole("combobox", { name: select }).click();
  await tab.getByRole("option", { name }).click();
}
