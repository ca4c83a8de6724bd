import type { PageFile } from "@banter/core/page-file/schema.ts";
import { MessengerSettings } from "../../server/channels/messenger/settings.ts";
import { applyPageFile } from "../../server/domain/page-file/apply.ts";
import { createPageToken } from "../../server/domain/pages/page-tokens.ts";
import { ensureWorkspace } from "../../server/domain/pages/pages.ts";
import { insertPage, updateChannelSettings } from "../../server/store/catalog/pages.ts";
import type { Db } from "../../server/store/db/db.ts";
import { aPageFile, aPostPage } from "../../server/test/builders.ts";
import type { BenchPage } from "../load/customers.ts";
import { appSecret } from "../load/webhooks.ts";

/** Messenger's default would limit a page to 40 calls per second, and 64 pages to 1,280 jobs. */
export const callsPerSecond = findCallsPerSecond();

/** Creates Messenger pages of one app, all with the same set-up. */
export async function makeMessengerPages(
  db: Db,
  { count, origin, file }: { count: number; origin: string; file: Partial<PageFile> },
): Promise<BenchPage[]> {
  const workspaceId = await ensureWorkspace(db);
  const pages = Array.from({ length: count }, (_, number) => ({ id: String(104_000_000_000_001 + number), number }));
  for (const { id, number } of pages) {
    await insertPage(db, { id, workspaceId, channel: "messenger", name: "Corner shop" });
    await updateChannelSettings(db, id, MessengerSettings.parse(settingsFor(origin, number)));
    await applyPageFile({ db }, id, aPageFile(file), { prune: true });
  }
  return pages;
}

/** Creates a token for each page; by page id. */
export async function tokensOf(db: Db, pages: readonly BenchPage[]): Promise<Map<string, string>> {
  return new Map(await Promise.all(pages.map(async ({ id }) => [id, await createPageToken({ db }, id)] as const)));
}

/** Creates a page of the test channel, which has neither signatures nor a rate limit. */
export async function makeTestChannelPage(db: Db, origin: string, file: Partial<PageFile>): Promise<BenchPage[]> {
  return [{ id: (await aPostPage({ db }, origin, file)).pageId, number: 0 }];
}

/** Every page has its own token, as at Meta. */
const settingsFor = (baseUrl: string, number: number) => ({
  pageToken: `EAAbenchtoken${number}`,
  appSecret,
  verifyToken: "bench",
  baseUrl,
  ...(callsPerSecond !== undefined && { callsPerSecond }),
});

/** The highest rate that the page setting allows; undefined if there is no such setting. */
function findCallsPerSecond(): number | undefined {
  const { callsPerSecond } = MessengerSettings.shape as Record<
    string,
    { safeParse(value: unknown): { success: boolean } }
  >;
  return [5000, 2000, 1000, 500, 300, 250, 200, 100].find((pace) => callsPerSecond?.safeParse(pace).success);
}
