import { randomUUID } from "node:crypto";
import { RawBody } from "../../outbound/pools.ts";

/** The largest video that is fetched and sent as a round one. */
export const maxUploadBytes = 20 * 1024 * 1024;

/** A call with a file. Objects among the fields are JSON. https://core.telegram.org/bots/api#sending-files */
export function formWithFile(fields: object, file: { field: string; bytes: Buffer }): RawBody {
  const boundary = `banter-${randomUUID()}`;
  const named = (name: string, more = "") =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  const texts = Object.entries(fields)
    .filter(([name]) => name !== file.field)
    .map(([name, value]) => `${named(name)}\r\n${typeof value === "object" ? JSON.stringify(value) : value}\r\n`);
  const head = `${named(file.field, '; filename="video.mp4"')}content-type: video/mp4\r\n\r\n`;
  const bytes = [Buffer.from(texts.join("") + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)];
  return new RawBody(`multipart/form-data; boundary=${boundary}`, Buffer.concat(bytes));
}
