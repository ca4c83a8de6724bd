import { listPressables } from "@banter/core/flow/outgoing.ts";
import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { listMessagesById } from "../../store/conversations/messages/messages.ts";
import { readSigned, signText } from "../signed-text.ts";

export type LinkPlace = { pageId: string; messageId: number; place: number };

/** A short link of our own for a link in a message, so that following it counts. Signed: only links we sent lead on. */
export function linkTo({ baseUrl, secrets }: Pick<Deps, "baseUrl" | "secrets">, link: LinkPlace): string {
  const name = `${link.pageId}.${link.messageId}.${link.place}`;
  return `${baseUrl()}/l/${signText(secrets.linkKey, name, markLength)}`;
}

/** Where a customer finds the conversation again. */
export const conversationLink = ({ baseUrl }: Pick<Deps, "baseUrl">, pageId: string) => `${baseUrl()}/chat/${pageId}`;

/** Where a short link leads. The click is counted in the customer's mailbox; counting must not hold anybody up. */
export async function followLink({ db, secrets, accept, log }: Deps, token: string): Promise<string> {
  const name = readSigned(secrets.linkKey, token, markLength);
  if (name === undefined) throw notFound("link");
  const [pageId = "", messageId, place] = name.split(".");
  const [message] = await listMessagesById(db, pageId, [Number(messageId)]);
  const item = message && listPressables(message.content)[Number(place)];
  if (!message || item?.type !== "url") throw notFound("link");
  const event = { type: "click" as const, messageId: Number(messageId), index: Number(place) };
  accept({ pageId, psid: message.psid, event }).catch((error) => log.warn({ err: error }, "click not counted"));
  return item.url;
}

const markLength = 16;
