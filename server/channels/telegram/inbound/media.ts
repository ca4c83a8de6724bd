import type { PlatformMedia } from "@banter/core/flow/event.ts";
import { File, Photo } from "./update.ts";

/** The file of an attachment, given the name of its field in the message; undefined if it has none. */
export function mediaOf(place: string, value: unknown): PlatformMedia | undefined {
  const file = place === "photo" ? largestOf(value) : File.safeParse(value).data;
  if (!file) return undefined;
  const contentType = file.mime_type ?? contentTypes[place]?.(file);
  return {
    id: file.file_id,
    ...(contentType && { contentType }),
    ...(file.file_name && { name: file.file_name }),
  };
}

function largestOf(value: unknown): File | undefined {
  const sizes = Photo.safeParse(value).data ?? [];
  return sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];
}

/** Content types of fields for which Telegram gives none; its file server does not give any either. */
const contentTypes: Record<string, (file: File) => string> = {
  photo: () => "image/jpeg",
  sticker: ({ is_animated, is_video }) =>
    is_animated ? "application/x-tgsticker" : is_video ? "video/webm" : "image/webp",
  animation: () => "video/mp4",
  video: () => "video/mp4",
  video_note: () => "video/mp4",
  voice: () => "audio/ogg",
};
