import type { PageFile } from "@banter/core/page-file/schema.ts";
import { MessengerSettings } from "../../server/channels/messenger/settings.ts";
import { applyPageFile } from "../../server/domain/page-file/apply.ts";
import { createPageToken } from "../../server/domain/pages/page-tokens.ts";
import { ensureWorkspace } from "../../server/domain/pages/pages.ts";
import { insertPage, updateChannelSettings } from "../../server/store/catalog/pages.ts";
import type { Database, Db } from "../../server/store/db/db.ts";
import { aPageFile } from "../../server/test/builders.ts";
import { isClustered } from "../../server/test/database/citus.ts";
import type { BenchPage } from "../load/customers.ts";
import { appSecret } from "../load/webhooks.ts";
import { copySetup } from "./copies.ts";

/** The highest rate that the page setting allows. Messenger's default of 40 would limit 64 pages to 1,280 jobs. */
export const callsPerSecond = 300;

/** Creates Messenger pages of one app, all with the same set-up: one page applies the file, the others are copies. */
export async function makeMessengerPages(
  db: Database,
  { count, origin, file }: { count: number; origin: string; file: Partial<PageFile> },
): Promise<BenchPage[]> {
  const pages = Array.from({ length: count }, (_, number) => ({ id: String(104_000_000_000_001 + number), number }));
  await db.transact(async (db) => {
    const workspaceId = await ensureWorkspace(db);
    for (const { id, number } of pages) {
      await insertPage(db, { id, workspaceId, channel: "messenger", name: "Corner shop" });
      await updateChannelSettings(db, id, MessengerSettings.parse(settingsFor(origin, number)));
    }
  });
  const ids = pages.map(({ id }) => id);
  // A cluster refuses the statements that copy.
  const applied = isClustered ? ids : ids.slice(0, 1);
  for (const id of applied) await applyPageFile({ db }, id, aPageFile(file), { prune: true });
  const [first = "", ...others] = ids;
  if (!isClustered) await copySetup(db.url, first, others);
  return pages;
}

/** Creates a token for each page; by page id. */
export async function tokensOf(db: Db, pages: readonly BenchPage[]): Promise<Map<string, string>> {
  const tokens = new Map<string, string>();
  for (const { id } of pages) tokens.set(id, await createPageToken({ db }, id));
  return tokens;
}

/** Every page has its own token, as at Meta. */
const settingsFor = (baseUrl: string, number: number) => ({
  pageToken: `EAAbenchtoken${number}`,
  appSecret,
  verifyToken: "bench",
  baseUrl,
  callsPerSecond,
});
