import type { ClearEvent } from "@banter/core/flow/mail-event.ts";
import type { Db } from "../../store/db/db.ts";
import { notifyOfMail } from "../../store/db/notify.ts";
import { insertPageMail } from "../../store/runtime/mailbox.ts";

/**
 * Asks the page's owner, within the caller's transaction, to take something away from all customers. Only the owner
 * writes their rows: a turn that is being taken would write the value back.
 */
export async function clearLater(db: Db, pageId: string, what: ClearEvent["what"]): Promise<void> {
  await insertPageMail(db, pageId, { type: "clear", what } satisfies ClearEvent);
  await notifyOfMail(db, pageId);
}
