import { isMediaPath } from "@banter/core/model/media.ts";
import { messagePayload } from "@banter/core/model/press-payload.ts";
import type { Deps } from "../../deps.ts";
import { mediaBaseUrl } from "../../domain/media/addresses.ts";
import { linkTo } from "../../domain/sending/links.ts";
import { guardedFile } from "../../outbound/guarded-file.ts";
import type { QueuedMessage } from "../../store/conversations/messages/unfinished.ts";
import type { Context } from "./call.ts";

/** The argument of a channel's `render` besides the message. */
export function renderContextOf(
  deps: Pick<Deps, "baseUrl" | "secrets" | "config">,
  pageId: string,
  { id, psid, messageTag, lane }: Pick<QueuedMessage, "id" | "psid" | "messageTag" | "lane">,
): Context {
  return {
    psid,
    mediaBaseUrl: mediaBaseUrl(deps),
    fetchFile: (url, maxBytes) => fetchFile(deps, url, maxBytes),
    messageId: id,
    messageTag,
    isReply: lane === "reply",
    payload: (place) => messagePayload(id, place),
    link: (place) => linkTo(deps, { pageId, messageId: id, place }),
  };
}

/** A file of our own may be on a host that flows cannot reach otherwise, such as `localhost`. */
function fetchFile(deps: Pick<Deps, "baseUrl" | "config">, url: string, maxBytes: number): Promise<Buffer> {
  const own = mediaBaseUrl(deps);
  const isOwn = isMediaPath(url.slice(own.length)) && url.startsWith(own);
  const ownHosts = isOwn ? [URL.parse(own)?.hostname ?? ""] : [];
  return guardedFile(url, { allow: [...deps.config.allowPrivateHosts, ...ownHosts], maxBytes });
}
