import { customerNotFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";

/** Keeps a word that the customer has given to a member, by phone or in the shop. */
export async function setSubscription(
  { lookups, accept }: Pick<Deps, "lookups" | "accept">,
  pageId: string,
  psid: string,
  word: { isWanted: boolean; words: string; userId: string },
): Promise<void> {
  if (!(await lookups.recipient(pageId, psid))) throw customerNotFound();
  await accept({ pageId, psid, event: { type: "consent", ...word } });
}
