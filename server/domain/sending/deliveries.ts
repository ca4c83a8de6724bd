import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findPage } from "../../store/catalog/pages.ts";

/** Puts failed messages back in line, those named or all: whoever runs the page does it in the order of its mail. */
export async function retryMessages(
  { db, accept }: Pick<Deps, "db" | "accept">,
  pageId: string,
  messageIds: number[] | null,
): Promise<void> {
  if (!(await findPage(db, pageId))) throw notFound("page");
  await accept({ pageId, psid: "", event: { type: "retry", messageIds } });
}
