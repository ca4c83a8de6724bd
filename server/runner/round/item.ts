import type { FoundCustomer } from "../../store/conversations/due-mail.ts";
import type { DirectMail } from "../pages/inbox.ts";
import type { OwnedPage } from "../pages/page.ts";

/**
 * A piece of mail on its way through a round. `caller` is set for direct mail, which only the commit stores. `parts` are
 * further rows of the mailbox that it was put together from.
 */
export type Item = {
  page: OwnedPage;
  mail: { id: number; psid: string; event: unknown; parts?: number[] };
  caller?: DirectMail;
};

/** A piece of mail with its customer as they are stored. */
export type OpenItem = Item & { found: FoundCustomer };

export const pageIdOf = ({ page }: Item) => page.lease.pageId;

/** The pages of a batch, each once. */
export const pagesOf = (items: Item[]): OwnedPage[] => [...new Set(items.map(({ page }) => page))];

/** Sends direct mail to the mailbox table, in its order. */
export function spillItems(items: Item[]): void {
  for (const [page, group] of Map.groupBy(items, ({ page }) => page)) {
    page.inbox.spill(group.flatMap(({ caller }) => caller ?? []));
  }
}
