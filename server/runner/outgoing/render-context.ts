import { messagePayload } from "@banter/core/model/press-payload.ts";
import type { Deps } from "../../deps.ts";
import { linkTo } from "../../domain/sending/links.ts";
import type { QueuedMessage } from "../../store/conversations/outgoing.ts";
import type { Context } from "./call.ts";

/** All that a channel's `render` is told beside the message. */
export function renderContextOf(
  deps: Pick<Deps, "baseUrl" | "secrets">,
  pageId: string,
  { id, psid, messageTag, lane }: Pick<QueuedMessage, "id" | "psid" | "messageTag" | "lane">,
): Context {
  return {
    psid,
    messageId: id,
    messageTag,
    isReply: lane === "reply",
    payload: (place) => messagePayload(id, place),
    link: (place) => linkTo(deps, { pageId, messageId: id, place }),
  };
}
