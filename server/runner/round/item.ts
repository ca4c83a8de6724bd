import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { DueMail, FoundCustomer } from "../../store/runtime/due-mail.ts";
import type { DirectMail } from "../pages/inbox.ts";
import type { OwnedPage } from "../pages/page.ts";

/**
 * A piece of mail on its way through a round. `caller` is set for direct mail, which only the commit stores. `parts` are
 * further rows of the mailbox that it was put together from.
 */
export type Item = {
  page: OwnedPage;
  mail: { id: number; psid: string; event: MailEvent; parts?: number[] };
  caller?: DirectMail;
};

/** A row of the mailbox whose event can be read. */
export type ReadMail = DueMail & { event: MailEvent };

/**
 * The only place where stored JSON becomes an event. We have written it, so that its type tells the rest; an event that
 * only a newer release knows has a type too.
 */
export function isReadable(mail: DueMail): mail is ReadMail {
  const { event } = mail;
  return typeof event === "object" && event !== null && "type" in event && typeof event.type === "string";
}

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
