import type { PlatformMedia } from "@banter/core/flow/event.ts";
import { type Asking, fetchFile, type Media } from "../fetch-file.ts";
import type { Settings } from "./settings.ts";

/** LINE names no limit for customers' files. Videos may be the largest. */
const maxBytes = 200 * 1024 * 1024;

/**
 * A file is fetched by the id of its message, for as long as LINE keeps it.
 * https://developers.line.biz/en/reference/messaging-api/#get-content
 */
export async function fetchMedia(media: PlatformMedia, asking: Asking, settings: Settings): Promise<Media> {
  const path = `/v2/bot/message/${encodeURIComponent(media.id)}/content`;
  const url = new URL(`${settings.dataUrl.replace(/\/$/, "")}${path}`);
  const headers = { authorization: `Bearer ${settings.accessToken}` };
  const file = { title: "LINE", url, account: settings.accessToken, headers, maxBytes };
  return fetchFile({ ...file, contentType: media.contentType }, asking);
}
