import type { PlatformMedia } from "@banter/core/flow/event.ts";
import { notFound } from "@banter/core/model/error.ts";
import { z } from "zod";
import { SendError } from "../../outbound/send-error.ts";
import { type Asking, checkSize, fetchFile, type Media, tooLarge } from "../fetch-file.ts";
import { callApi } from "./call-api.ts";
import type { Settings } from "./settings.ts";

/** The largest file that bots may fetch. */
const maxBytes = 20 * 1024 * 1024;

/** A file's address is valid for an hour and holds the bot's token, so it is asked for each time and never shown. */
export async function fetchMedia(media: PlatformMedia, asking: Asking, settings: Settings): Promise<Media> {
  const { file_path, file_size } = await getFile(media.id, settings);
  checkSize(file_size, maxBytes);
  const path = file_path.split("/").map(encodeURIComponent).join("/");
  const url = new URL(`${settings.apiUrl.replace(/\/$/, "")}/file/bot${settings.botToken}/${path}`);
  const file = { title: "Telegram", url, account: settings.botToken, maxBytes };
  return fetchFile({ ...file, contentType: media.contentType }, asking);
}

/** https://core.telegram.org/bots/api#getfile */
async function getFile(id: string, settings: Settings): Promise<File> {
  try {
    const { data } = File.safeParse(await callApi(settings, "getFile", { file_id: id }));
    if (data) return data;
  } catch (error) {
    if (!(error instanceof SendError) || error.failure !== "rejected") throw error;
    if (/file is too big/i.test(error.message)) throw tooLarge(maxBytes);
  }
  // The id is no longer known, or the file has no path to fetch it by.
  throw notFound("file");
}

const File = z.object({ file_path: z.string().min(1), file_size: z.number().optional() });
type File = z.infer<typeof File>;
