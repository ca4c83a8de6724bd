import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { ContentData } from "@banter/core/model/content/content.ts";
import type { Payload } from "@banter/core/model/payload.ts";
import type { Deps } from "../../deps.ts";
import { hashRequest } from "../hashes.ts";
import { type Addressee, checkDraft, checkFlow, getAddressee } from "./checks.ts";

/** The caller's side of a send. A dry run checks everything and sends nothing. */
export type Sending = { tokenHash: Uint8Array; idempotencyKey: string | undefined; isDryRun: boolean };

type SendFlow = { psid: string; flowId: number; payload: Payload };
type SendContent = { psid: string; data: ContentData; messageTag: string | null; payload: Payload };

/** Starts a flow for a customer. Returns the send's id once it is stored durably; a dry run has none. */
export async function sendFlow(
  deps: Deps,
  pageId: string,
  send: SendFlow,
  sending: Sending,
): Promise<number | undefined> {
  const addressee = await getAddressee(deps, pageId, send.psid);
  await checkFlow(deps, addressee, send.flowId);
  return store(deps, pageId, send, sending, {
    type: "send_flow",
    flowId: send.flowId,
    payload: send.payload,
    sendId: notAssignedYet,
    ...mayMake(addressee),
  });
}

/** Sends content to a customer. Returns the send's id once it is stored durably; a dry run has none. */
export async function sendContent(
  deps: Deps,
  pageId: string,
  send: SendContent,
  sending: Sending,
): Promise<number | undefined> {
  const { content } = send.data;
  const { messageTag, payload } = send;
  const addressee = await getAddressee(deps, pageId, send.psid);
  await checkDraft(deps, addressee, { content, messageTag, payload, path: "/data/content" });
  const tag = messageTag === null ? {} : { messageTag };
  return store(deps, pageId, send, sending, {
    type: "send_content",
    content,
    payload,
    ...tag,
    sendId: notAssignedYet,
    ...mayMake(addressee),
  });
}

/** A send to a stranger makes a customer. One to a customer who is erased before it is handled does not. */
const mayMake = ({ recipient }: Addressee) => (recipient ? {} : { isNew: true as const });

/**
 * A send's id is the id of its mail, which `accept` assigns. The event carries this placeholder until a runner handles
 * it: `runner/round/interpret.ts` puts the mail's id in its place.
 */
export const notAssignedYet = 0;

async function store(
  { accept }: Deps,
  pageId: string,
  send: SendFlow | SendContent,
  { tokenHash, idempotencyKey, isDryRun }: Sending,
  event: ConversationEvent,
): Promise<number | undefined> {
  if (isDryRun) return undefined;
  const bodyHash = hashRequest([event.type, send]);
  const key = idempotencyKey === undefined ? {} : { key: `api ${idempotencyKey}`, bodyHash };
  const { mailId } = await accept({ pageId, psid: send.psid, event, ...key, tokenHash: Buffer.from(tokenHash) });
  return mailId;
}
