import type { MediaType } from "./message.ts";
import type { FileRules } from "./profile.ts";

/** The kind of a file by the browser's word. The server reads the content. */
export function kindOf({ type }: Pick<File, "type">): MediaType {
  const [kind] = type.split("/");
  return kind === "image" || kind === "video" || kind === "audio" ? kind : "file";
}

/** The server's refusal of a file that need not be uploaded to be refused. */
export function refusalOf(file: Pick<File, "name" | "type" | "size">, { accept, maxBytes }: FileRules) {
  const accepted = accept.split(",");
  const ending = /\.[^.]+$/.exec(file.name)?.[0].toLowerCase() ?? "";
  if (!accepted.includes(ending) && !accepted.includes(file.type)) return "file_type_not_allowed";
  return file.size > (maxBytes[kindOf(file)] ?? Number.POSITIVE_INFINITY) ? "file_too_large" : undefined;
}
