import { z } from "zod";

/** The kinds of message that hold a file. */
export const MediaKind = z.enum(["image", "video", "audio", "file"]);
export type MediaKind = z.infer<typeof MediaKind>;

const megabyte = 1024 * 1024;

/** The largest file of each kind, in bytes. */
export const maxMediaBytes: Record<MediaKind, number> = {
  image: 10 * megabyte,
  video: 50 * megabyte,
  audio: 25 * megabyte,
  file: 25 * megabyte,
};

/** A picture with more pixels could fill a phone's memory when it is shown. */
export const maxPixels = 50_000_000;

type MediaType = { kind: MediaKind; extensions: readonly [string, ...string[]] };

/** Every content type that is stored, with the endings of file names. SVG and HTML are not here: they can run. */
export const mediaTypes: Record<string, MediaType> = {
  "image/jpeg": { kind: "image", extensions: ["jpg", "jpeg", "jfif"] },
  "image/png": { kind: "image", extensions: ["png"] },
  "image/gif": { kind: "image", extensions: ["gif"] },
  "image/webp": { kind: "image", extensions: ["webp"] },
  "video/mp4": { kind: "video", extensions: ["mp4", "m4v"] },
  "video/quicktime": { kind: "video", extensions: ["mov"] },
  "video/3gpp": { kind: "video", extensions: ["3gp"] },
  "video/webm": { kind: "video", extensions: ["webm"] },
  "audio/mpeg": { kind: "audio", extensions: ["mp3"] },
  "audio/mp4": { kind: "audio", extensions: ["m4a"] },
  "audio/aac": { kind: "audio", extensions: ["aac"] },
  "audio/ogg": { kind: "audio", extensions: ["ogg", "oga", "opus"] },
  "audio/wav": { kind: "audio", extensions: ["wav"] },
  "audio/amr": { kind: "audio", extensions: ["amr"] },
  "audio/webm": { kind: "audio", extensions: ["weba"] },
  "application/pdf": { kind: "file", extensions: ["pdf"] },
  "application/zip": { kind: "file", extensions: ["zip"] },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": { kind: "file", extensions: ["docx"] },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { kind: "file", extensions: ["xlsx"] },
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": { kind: "file", extensions: ["pptx"] },
  "application/msword": { kind: "file", extensions: ["doc"] },
  "application/vnd.ms-excel": { kind: "file", extensions: ["xls"] },
  "application/vnd.ms-powerpoint": { kind: "file", extensions: ["ppt"] },
  "text/plain": { kind: "file", extensions: ["txt", "log"] },
  "text/csv": { kind: "file", extensions: ["csv"] },
};

/**
 * The types and endings of the files of some kinds, as a file chooser takes them: `image/jpeg,.jpg`. Phones offer their
 * camera for the types, and desktops know some files only by their endings.
 */
export function acceptedFiles(kinds: readonly MediaKind[] = MediaKind.options): string {
  return Object.entries(mediaTypes)
    .filter(([, { kind }]) => kinds.includes(kind))
    .flatMap(([type, { extensions }]) => [type, ...extensions.map((extension) => `.${extension}`)])
    .join(",");
}

/**
 * The address of a stored file, without a host: `/media/web_1000001/1042/{key}/menu.png`. Documents hold it in this
 * form, so that flows keep their pictures when the server moves to another domain. It becomes absolute when a message
 * is sent.
 */
const mediaPath = /^\/media\/[0-9a-z_]{1,50}\/[0-9]{1,16}\/[A-Za-z0-9_-]{22}\/[^/?#\s\p{Cc}\\{}]{1,800}$/u;

export const isMediaPath = (url: string): boolean => mediaPath.test(url);
