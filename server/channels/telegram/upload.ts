import { Readable } from "node:stream";
import { FileForm } from "../../outbound/file-form.ts";

/** The largest video that is fetched and sent as a round one. */
export const maxUploadBytes = 20 * 1024 * 1024;

/** A call with a video. Objects among the fields are JSON. https://core.telegram.org/bots/api#sending-files */
export function formWithVideo(body: object, video: { field: string; bytes: Buffer }): FileForm {
  const { field, bytes } = video;
  const fields = Object.entries(body)
    .filter(([name]) => name !== field)
    .map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)]);
  const open = async () => Readable.from([bytes]);
  const file = { field, name: "video.mp4", contentType: "video/mp4", bytes: bytes.length, open };
  return new FileForm(Object.fromEntries(fields), file);
}
