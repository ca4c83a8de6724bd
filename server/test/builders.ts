import type { WholePageFile } from "@banter/core/page-file/schema.ts";
import type { Deps } from "../deps.ts";
import { applyPageFile } from "../domain/page-file/apply.ts";
import { createPageToken } from "../domain/pages/page-tokens.ts";
import { createPage, ensureWorkspace } from "../domain/pages/pages.ts";
import { insertPage, nextWebPageId, updateChannelSettings } from "../store/catalog/pages.ts";

export type TestPage = { pageId: string; token: string };

/** A web chat page with a token. `file` has only the parts of its page file that matter for the test. */
export async function aPage(deps: Pick<Deps, "db">, file: Partial<WholePageFile> = {}): Promise<TestPage> {
  const pageId = await createPage(deps, { name: "Corner shop" });
  await applyPageFile(deps, pageId, aPageFile(file), { prune: true });
  return { pageId, token: await createPageToken(deps, pageId) };
}

export function aPageFile(file: Partial<WholePageFile> = {}): WholePageFile {
  return {
    banter: 1,
    page: { name: "Corner shop", timezone: "Asia/Ho_Chi_Minh", welcome: null, default_reply: null },
    ...file,
  };
}

/** A published flow that sends one text. */
export function aFlow(name: string, text = "Hello") {
  return { name, published: true, document: aDocument(text) };
}

/** An active keyword with one phrase. */
export function aKeyword(phrase: string, flow: string) {
  return { name: `Says ${phrase}`, match: "is" as const, phrases: [phrase], excludes: [], flow, is_activated: true };
}

export function aDocument(text = "Hello") {
  const content = { messages: [{ type: "text", text }] };
  return { version: 1, start: "hi", steps: { hi: { type: "message", content, next: null } } };
}

/** A page of the post channel, whose messages go to a stand-in platform. */
export async function aPostPage(
  { db }: Pick<Deps, "db">,
  origin: string,
  file: Partial<WholePageFile> = {},
): Promise<TestPage> {
  const pageId = (await nextWebPageId(db)).replace("web_", "tg_");
  await insertPage(db, {
    id: pageId,
    workspaceId: await ensureWorkspace(db),
    channel: "telegram",
    name: "Corner shop",
  });
  await updateChannelSettings(db, pageId, { origin });
  await applyPageFile({ db }, pageId, aPageFile(file), { prune: true });
  return { pageId, token: await createPageToken({ db }, pageId) };
}
