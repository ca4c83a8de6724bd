import type { Db } from "../db/db.ts";
import { sharedStatement } from "../db/shared-statement.ts";
import { areVisitorTokens, findRecipients, type Recipient } from "../runtime/customers.ts";
import type { PageMemory } from "./page-memory.ts";
import { type FoundToken, findPageTokens } from "./page-tokens.ts";
import { areListedOrigins, type ConnectedPage } from "./pages.ts";

/** The look-ups that nearly every call makes. Concurrent calls share one statement. Only pages are cached. */
export type Lookups = {
  pageToken(pageId: string, hash: Buffer): Promise<FoundToken | undefined>;
  page(pageId: string): Promise<ConnectedPage | undefined>;
  recipient(pageId: string, psid: string): Promise<Recipient | undefined>;
  isVisitorToken(pageId: string, psid: string, hash: Buffer): Promise<boolean>;
  /** True if the page's owner has listed the origin. */
  isListedOrigin(pageId: string, origin: string): Promise<boolean>;
};

export function batchedLookups(db: Db, pages: PageMemory): Lookups {
  const tokens = sharedStatement({ run: (asked: { pageId: string; hash: Buffer }[]) => findPageTokens(db, asked) });
  const recipients = sharedStatement({ run: (asked: { pageId: string; psid: string }[]) => findRecipients(db, asked) });
  const visitors = sharedStatement({
    run: (asked: { pageId: string; psid: string; hash: Buffer }[]) => areVisitorTokens(db, asked),
  });
  const origins = sharedStatement({
    run: (asked: { pageId: string; origin: string }[]) => areListedOrigins(db, asked),
  });
  return {
    pageToken: (pageId, hash) => tokens({ pageId, hash }),
    page: pages.page,
    recipient: (pageId, psid) => recipients({ pageId, psid }),
    isVisitorToken: (pageId, psid, hash) => visitors({ pageId, psid, hash }),
    isListedOrigin: (pageId, origin) => origins({ pageId, origin }),
  };
}
