import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findPage } from "../../store/catalog/pages.ts";

/** Queues failed messages again; null means all of the page's. The page's runner does it when it handles this mail. */
export async function retryMessages(
  { db, accept }: Pick<Deps, "db" | "accept">,
  pageId: string,
  messageIds: number[] | null,
): Promise<void> {
  if (!(await findPage(db, pageId))) throw notFound("page");
  await accept({ pageId, psid: "", event: { type: "retry", messageIds } });
}
