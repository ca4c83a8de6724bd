import { listPressables } from "@banter/core/flow/outgoing.ts";
import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { listMessagesById } from "../../store/runtime/messages/messages.ts";
import { readSigned, signText } from "../signed-text.ts";

export type LinkPlace = { pageId: string; messageId: number; place: number };

/** The short link that replaces a link in a message, so that clicks are counted. Signed: it cannot be made up. */
export function linkTo({ baseUrl, secrets }: Pick<Deps, "baseUrl" | "secrets">, link: LinkPlace): string {
  const target = `${link.pageId}.${link.messageId}.${link.place}`;
  return `${baseUrl()}/l/${signText(secrets.linkKey, target, signatureLength)}`;
}

/** The address of the chat page, which shows the conversation. */
export const conversationLink = ({ baseUrl }: Pick<Deps, "baseUrl">, pageId: string) => `${baseUrl()}/chat/${pageId}`;

/** Returns the address that a short link leads to. The click is counted in the background. */
export async function followLink({ db, secrets, accept, log }: Deps, token: string): Promise<string> {
  const target = readSigned(secrets.linkKey, token, signatureLength);
  if (target === undefined) throw notFound("link");
  const [pageId = "", messageId, place] = target.split(".");
  const [message] = await listMessagesById(db, pageId, [Number(messageId)]);
  const item = message && listPressables(message.content)[Number(place)];
  if (!message || item?.type !== "url") throw notFound("link");
  const event = { type: "click" as const, messageId: Number(messageId), index: Number(place) };
  accept({ pageId, psid: message.psid, event }).catch((error) => log.warn({ err: error }, "click not counted"));
  return item.url;
}

const signatureLength = 16;
