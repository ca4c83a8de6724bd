import { messagePayload } from "@banter/core/model/press-payload.ts";
import type { PageFiles } from "../../channels/message-files.ts";
import type { Deps } from "../../deps.ts";
import { mediaBaseUrl } from "../../domain/media/addresses.ts";
import { linkTo } from "../../domain/sending/links.ts";
import type { QueuedMessage } from "../../store/runtime/messages/unfinished.ts";
import type { Context } from "./call.ts";

/** The argument of a channel's `render` besides the message. */
export function renderContextOf(
  deps: Pick<Deps, "baseUrl" | "secrets" | "config">,
  { pageId, files }: { pageId: string; files: PageFiles },
  { id, psid, messageTag, lane }: Pick<QueuedMessage, "id" | "psid" | "messageTag" | "lane">,
): Context {
  return {
    psid,
    mediaBaseUrl: mediaBaseUrl(deps),
    files,
    messageId: id,
    messageTag,
    isReply: lane === "reply",
    payload: (place) => messagePayload(id, place),
    link: (place) => linkTo(deps, { pageId, messageId: id, place }),
  };
}
